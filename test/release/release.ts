// Builds all files of a release: npm run release. These are an executable with the pinned runtime for
// each target, checksums, a bill of materials, the licence notices and the example configuration. The
// same commit gives the same bytes on machines of one kind.
//   --target NAME   only this target; may be repeated
//   --out DIR       default dist/release
//   --draft         allows uncommitted changes, marks the version, and uses the installed runtime
//                   for this machine's executable
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../../src/version.ts";
import { temporaryFolder } from "../support/database.ts";
import { billOfMaterials } from "./bill-of-materials.ts";
import { compile } from "./compile.ts";
import { kindOf, signatureHolds } from "./executable.ts";
import { inExecutable, type LockedPackage, lockedPackages } from "./lock-file.ts";
import { notices } from "./notices.ts";
import { runtimeFor } from "./runtime.ts";
import { TARGETS, type Target } from "./targets.ts";

const { values: options } = parseArgs({
  options: {
    target: { type: "string", multiple: true, default: TARGETS.map(({ name }) => name) },
    out: { type: "string", default: "dist/release" },
    draft: { type: "boolean", default: false },
  },
});

/** The examples that an installed executable can use; the other examples need the source. */
const EXAMPLES = [
  "maitred.service",
  "maitred-service",
  "Caddyfile",
  "nginx.conf",
  "litestream.yml",
];

const packages = lockedPackages();
const commit = committed(options.draft);
rmSync(options.out, { recursive: true, force: true });
mkdirSync(options.out, { recursive: true });

const files: string[] = [];
let failed = 0;
for (const name of options.target) {
  const target = TARGETS.find((candidate) => candidate.name === name);
  try {
    if (target === undefined)
      throw new Error(`the known targets are ${TARGETS.map((one) => one.name).join()}`);
    const file = build(target, packages);
    files.push(file);
    console.log(`built      ${basename(file)}: ${verdictOn(file, target)}`);
  } catch (error) {
    failed += 1;
    console.log(`NOT BUILT  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
files.push(...papers(packages));
const sums = files.map((file) => `${sha256(file)}  ${basename(file)}\n`).join("");
writeFileSync(join(options.out, "SHA256SUMS"), sums);
console.log(`\nmaitred ${VERSION} of ${commit}, in ${options.out}:\n${sums}`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * The commit of the release. Throws an Error if there is none, or if the work tree has changes and
 * this is no draft.
 */
function committed(draft: boolean): string {
  const git = (...words: string[]): string =>
    Bun.which("git") === null
      ? ""
      : Bun.spawnSync(["git", ...words])
          .stdout.toString()
          .trim();
  const head = git("rev-parse", "HEAD");
  if (head === "" && draft) return "none";
  if (head === "") {
    throw new Error(
      "There is no git repository here, so the release cannot name its commit. Make releases in a clone; " +
        "for an executable for this machine, run: npm run build",
    );
  }
  if (git("status", "--porcelain", "--untracked-files=no") === "") return head;
  if (draft) return `${head}-changed`;
  throw new Error("The work tree has changes: commit them, or say --draft.");
}

function build(target: Target, locked: readonly LockedPackage[]): string {
  const file = join(options.out, `maitred-${VERSION}-${target.name}`);
  using unpacked = temporaryFolder();
  const here = target.name === `${process.platform}-${process.arch}`;
  const runtime =
    options.draft && here ? process.execPath : runtimeFor(target.runtime, locked, unpacked.path);
  compile(file, [
    `--define=MAITRED_COMMIT=${JSON.stringify(commit)}`,
    `--define=MAITRED_BUILT_AT=${committedAt()}`,
    `--target=bun-${target.name}`,
    `--compile-executable-path=${runtime}`,
  ]);
  // The source map is also inside the executable.
  rmSync(`${file}.map`, { force: true });
  chmodSync(file, 0o755);
  return file;
}

/** The time of the commit in epoch milliseconds; 0 if unknown. */
function committedAt(): number {
  if (Bun.which("git") === null) return 0;
  return Number(Bun.spawnSync(["git", "show", "-s", "--format=%ct"]).stdout.toString()) * 1000;
}

/** Throws if an executable is not for its target. Says whether it starts on this machine. */
function verdictOn(file: string, target: Target): string {
  const content = readFileSync(file);
  const kind = kindOf(content);
  if (kind?.system !== target.system || kind.processor !== target.processor) {
    throw new Error(`the executable is for ${JSON.stringify(kind)}`);
  }
  const { stdout, success } = start(file);
  const started = success && stdout.includes(commit) ? "started here" : "not started here";
  const size = `${Math.round(content.length / 1e6)} MB, needs ${target.needs}`;
  if (target.system === "linux") return `${size}; ${started}`;
  const signed = signatureHolds(content)
    ? "its signature holds"
    : "its signature does not hold: run codesign --force --sign - FILE on the Mac";
  return `${size}; ${started}; ${signed}`;
}

function start(file: string): { stdout: string; success: boolean } {
  try {
    const { stdout, success } = Bun.spawnSync([file, "version", "--json"]);
    return { stdout: stdout.toString(), success };
  } catch {
    return { stdout: "", success: false }; // an executable for another machine
  }
}

/** Writes the files beside the executables. */
function papers(locked: readonly LockedPackage[]): string[] {
  const contained = inExecutable(locked);
  const runtime = { version: Bun.version, parts: process.versions as Record<string, string> };
  const bill = billOfMaterials({ version: VERSION, commit, runtime, packages: contained });
  const at = (name: string): string => join(options.out, name);
  const sbom = at(`maitred-${VERSION}.cdx.json`);
  writeFileSync(sbom, `${JSON.stringify(bill, null, 2)}\n`);
  const legal = at("THIRD-PARTY-NOTICES.txt");
  writeFileSync(
    legal,
    notices([...contained, { name: "bun", version: Bun.version, license: "MIT" }]),
  );
  const copies = ["LICENSE", ...EXAMPLES.map((name) => join("docs/examples", name))];
  for (const file of copies) copyFileSync(file, at(basename(file)));
  return [sbom, legal, ...copies.map((file) => at(basename(file)))];
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
