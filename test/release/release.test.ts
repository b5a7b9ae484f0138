// Goal: a release has the pinned runtime for each machine, correct checksums, and a bill of
// materials and notices that cover everything inside. The tests run the real script for this machine
// only; builds for other targets have another runtime and are otherwise the same.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { temporaryFolder } from "../support/database.ts";
import { billOfMaterials } from "./bill-of-materials.ts";
import { compile } from "./compile.ts";
import { kindOf, signatureHolds } from "./executable.ts";
import { inExecutable, lockedPackages } from "./lock-file.ts";
import { notices } from "./notices.ts";
import { assertIntegrity } from "./runtime.ts";
import { TARGETS } from "./targets.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const packages = lockedPackages();

describe("pinning:", () => {
  test("everything that goes into an executable is pinned by its checksum, on every system", () => {
    const runtimes = packages.filter(({ name }) => TARGETS.some((one) => one.runtime === name));
    expect(runtimes.map(({ name }) => name).sort()).toEqual(
      TARGETS.map(({ runtime }) => runtime).sort(),
    );
    const shipped = [...runtimes, ...packages.filter(({ dev }) => dev !== true)];
    expect(shipped.filter(({ integrity }) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  test("the runtimes have the version of Bun that package.json names", () => {
    const versions = packages
      .filter(({ name }) => name.startsWith("@oven/bun-"))
      .map(({ version }) => version);
    expect([...new Set(versions)]).toEqual([manifest.devDependencies.bun]);
  });

  test("a runtime whose content does not match its checksum is refused", () => {
    const path = join(folder.path, "runtime.tgz");
    writeFileSync(path, "what was expected");
    const integrity = `sha512-${createHash("sha512").update("what was expected").digest("base64")}`;
    expect(() => assertIntegrity(path, integrity)).not.toThrow();
    writeFileSync(path, "something else");
    expect(() => assertIntegrity(path, integrity)).toThrow("is not the file that was pinned");
  });
});

describe("the bill of materials", () => {
  const bill = billOfMaterials({
    version: "1.2.3",
    commit: "abc",
    runtime: { version: "9.9.9", parts: { sqlite: "3.1", node: "26" } },
    packages: [{ name: "@scope/lib", version: "2.0.0", integrity: "sha512-AAEC", license: "MIT" }],
  }) as { components: object[]; dependencies: { dependsOn: string[] }[] };

  test("has each package with its address, checksum and licence", () => {
    expect(bill.components[1]).toEqual({
      type: "library",
      "bom-ref": "pkg:npm/%40scope/lib@2.0.0",
      name: "@scope/lib",
      version: "2.0.0",
      purl: "pkg:npm/%40scope/lib@2.0.0",
      hashes: [{ alg: "SHA-512", content: "000102" }],
      licenses: [{ license: { id: "MIT" } }],
    });
  });

  test("has the libraries inside the runtime, but not Node, which is not inside", () => {
    const [runtime] = bill.components as { components: { name: string }[] }[];
    expect(runtime?.components.map(({ name }) => name)).toEqual(["sqlite"]);
  });

  test("has every run-time dependency of package.json", () => {
    const named = inExecutable(packages).map(({ name }) => name);
    expect(Object.keys(manifest.dependencies).filter((name) => !named.includes(name))).toEqual([]);
  });
});

test("the notices have the licence of every package in the executable", () => {
  const shipped = inExecutable(packages);
  const text = notices(shipped);
  for (const { name, version } of shipped) expect(text).toContain(`${name} ${version} (`);
  expect(text.match(/copyright/gi)?.length ?? 0).toBeGreaterThanOrEqual(shipped.length - 2);
});

describe("the check of an executable", () => {
  const header = (write: (view: DataView) => void): Uint8Array => {
    const bytes = new Uint8Array(64);
    write(new DataView(bytes.buffer));
    return bytes;
  };
  const elf = (machine: number) =>
    header((view) => {
      view.setUint32(0, 0x7f454c46);
      view.setUint16(18, machine, true);
    });
  const mach = (type: number) =>
    header((view) => {
      view.setUint32(0, 0xfeedfacf, true);
      view.setUint32(4, type, true);
    });

  test("recognises systems and processors", () => {
    expect(kindOf(elf(62))).toEqual({ system: "linux", processor: "x64" });
    expect(kindOf(elf(183))).toEqual({ system: "linux", processor: "arm64" });
    expect(kindOf(mach(0x0100_0007))).toEqual({ system: "darwin", processor: "x64" });
    expect(kindOf(mach(0x0100_000c))).toEqual({ system: "darwin", processor: "arm64" });
    expect([kindOf(elf(3)), kindOf(new Uint8Array(64)), kindOf(new Uint8Array(3))]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("accepts a signature that covers the file, and refuses one that no longer does", () => {
    const signed = signedFile();
    expect(signatureHolds(signed)).toBe(true);
    signed[40] = 1;
    expect(signatureHolds(signed)).toBe(false);
    expect(signatureHolds(mach(0x0100_000c))).toBe(false);
  });
});

/** The smallest file with a signature: a header, one load command and the hash of one page. */
function signedFile(): Uint8Array {
  const start = 64;
  const bytes = new Uint8Array(start + 20 + 44 + 32);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xfeedfacf, true);
  view.setUint32(16, 1, true);
  for (const [at, value] of [
    [32, 0x1d],
    [36, 16],
    [40, start],
  ] as const) {
    view.setUint32(at, value, true);
  }
  view.setUint32(start + 8, 1);
  view.setUint32(start + 16, 20);
  const directory = start + 20;
  view.setUint32(directory, 0xfade0c02);
  view.setUint32(directory + 16, 44);
  view.setUint32(directory + 28, 1);
  view.setUint32(directory + 32, start);
  bytes.set([32, 2, 0, 12], directory + 36);
  bytes.set(createHash("sha256").update(bytes.subarray(0, start)).digest(), directory + 44);
  return bytes;
}

test("sources without git history cannot be released, because the release must name a commit", () => {
  const release = Bun.spawnSync([process.execPath, "test/release/release.ts"], {
    env: { ...process.env, GIT_DIR: join(folder.path, "no-repository") },
    stderr: "pipe",
  });
  expect(release.exitCode).toBe(1);
  expect(release.stderr.toString()).toContain("npm run build");
});

test("two builds of one commit in different folders are identical", () => {
  const other = join(folder.path, "elsewhere");
  for (const path of ["src", "migrations", "package.json", "tsconfig.json", "bunfig.toml"]) {
    cpSync(path, join(other, path), { recursive: true });
  }
  // The native part of the password hash is a separate package for each system.
  const native = readdirSync("node_modules/@node-rs").map((name) => ({ name: `@node-rs/${name}` }));
  for (const { name } of [...inExecutable(packages), ...native]) {
    cpSync(join("node_modules", name), join(other, "node_modules", name), { recursive: true });
  }
  const said = ['--define=MAITRED_COMMIT="0123abcd"', "--define=MAITRED_BUILT_AT=0"];
  const [here, there] = [join(folder.path, "here/maitred"), join(folder.path, "there/maitred")];
  compile(here, said);
  compile(there, said, other);
  const sumOf = (file: string): string =>
    createHash("sha256").update(readFileSync(file)).digest("hex");
  expect(sumOf(there)).toBe(sumOf(here));
}, 120_000);

describe("a release for this machine", () => {
  const target = `${process.platform}-${process.arch}`;
  const executable = join(folder.path, `out/maitred-${manifest.version}-${target}`);
  let printed = "";

  beforeAll(() => {
    const words = ["--draft", "--target", target, "--out", join(folder.path, "out")];
    const release = Bun.spawnSync([process.execPath, "test/release/release.ts", ...words]);
    printed = release.stdout.toString() + release.stderr.toString();
  }, 120_000);

  test("starts, and prints its version and commit", () => {
    expect(printed).toContain("; started here");
    const said = Bun.spawnSync([executable, "version", "--json"]).stdout.toString();
    const head = Bun.spawnSync(["git", "rev-parse", "HEAD"]).stdout.toString().trim();
    expect(JSON.parse(said)).toEqual({
      version: manifest.version,
      commit: expect.stringContaining(head),
      bun: Bun.version,
    });
  });

  test("has a bill of materials, and a correct checksum for every file", () => {
    const out = join(folder.path, "out");
    const sums = readFileSync(join(out, "SHA256SUMS"), "utf8").trim().split("\n");
    const names = sums.map((line) => line.slice(66));
    expect([...names, "SHA256SUMS"].sort()).toEqual(readdirSync(out).sort());
    for (const line of sums) {
      const content = readFileSync(join(out, line.slice(66)));
      expect(createHash("sha256").update(content).digest("hex")).toBe(line.slice(0, 64));
    }
    expect(names).toContain(`maitred-${manifest.version}.cdx.json`);
  });

  test("includes the files that the guide tells people to copy", () => {
    const guide = readFileSync("docs/operations.md", "utf8");
    const copied = [...guide.matchAll(/^sudo cp docs\/examples\/(\S+) /gm)].map(([, name]) => name);
    expect(copied).toContain("maitred.service");
    for (const name of copied) {
      const handedOut = readFileSync(join(folder.path, "out", String(name)), "utf8");
      expect(handedOut).toBe(readFileSync(join("docs/examples", String(name)), "utf8"));
    }
  });
});
