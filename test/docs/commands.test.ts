// Goal: every command in a guide works in the order shown, and links lead somewhere. Method: run
// all shell blocks of a guide in one shell. guides.ts and stage.ts replace what needs a public
// name, a service or a second machine; guides.ts lists the few commands that cannot run.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LoneBinary, loneBinary } from "../support/compiled-binary.ts";
import { temporaryFolder } from "../support/database.ts";
import {
  GUIDES,
  type Guide,
  HOUSE_MADE,
  NOT_RUN,
  placeholders,
  ROOT,
  RUN_ELSEWHERE,
} from "./guides.ts";
import { setStage } from "./stage.ts";

setDefaultTimeout(120_000); // every command is a process

let product: LoneBinary;
beforeAll(() => {
  product = loneBinary();
  const script = `maitred() { ${product.command[0]} "$@"; }\n${HOUSE_MADE}`;
  const made = Bun.spawnSync(["bash", "-euc", script], { cwd: product.cwd, stderr: "pipe" });
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
});
afterAll(() => product?.[Symbol.dispose]());

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const blocksOf = (file: string): string[] =>
  [...read(file).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
const cannotRun = (line: string) => NOT_RUN.find((one) => one.line.test(line));

/** A guide's commands, ready to run: without those that cannot run here, and with replacements. */
function scriptOf(guide: Guide, at: { folder: string; port: string }): string {
  const { file, before, after, instead = [] } = guide;
  const lines = blocksOf(file).join("\n").split("\n");
  let script = lines.filter((line) => !cannotRun(line)).join("\n");
  for (const [from, to] of [...placeholders(at), ...instead]) {
    script = script.replaceAll(from, to);
  }
  return [before, script, after].join("\n");
}

const documents = ["README.md", ...new Bun.Glob("docs/**/*.md").scanSync(ROOT)].sort();

describe("every command works in", () => {
  test.each(GUIDES.map((guide) => [guide.file, guide] as const))("%s", async (_, guide) => {
    using folder = temporaryFolder();
    const stage = setStage(folder.path, product.command[0] ?? "");
    const port = freePort();
    const script = scriptOf(guide, { folder: folder.path, port });
    const end = 'for file in "$RUN"/*pid; do kill "$(cat "$file")" 2>/dev/null || true; done';
    const child = Bun.spawn(
      ["bash", "-euxo", "pipefail", "-c", `${stage}\ntrap '${end}' EXIT\n${script}`],
      {
        cwd: join(folder.path, "home"),
        env: {
          PATH: process.env["PATH"] ?? "",
          HOME: folder.path,
          HOUSE: join(product.cwd, "data"),
          MAITRED_PORT: port,
        },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    const told = `${await child.exited}\n${err.slice(-3000)}\n${out.slice(-3000)}`;
    expect(told).toStartWith("0\n");
    // A refusal by a tool has HTTP status 200, so curl does not fail.
    expect(out).not.toContain('"isError":true');
  });
});

describe("guides.ts", () => {
  test("names every guide that has a command", () => {
    const known = [...GUIDES.map(({ file }) => file), ...Object.keys(RUN_ELSEWHERE)];
    const forgotten = documents.filter((file) => blocksOf(file).length > 0);
    expect(forgotten.filter((file) => !known.includes(file))).toEqual([]);
    for (const [file, by] of Object.entries(RUN_ELSEWHERE)) expect(read(by)).toContain(file);
  });

  test("excuses only commands that are still in a guide", () => {
    const lines = GUIDES.flatMap(({ file }) => blocksOf(file).join("\n").split("\n"));
    const unused = NOT_RUN.filter(({ line }) => !lines.some((one) => line.test(one)));
    expect(unused).toEqual([]);
  });

  test("misses no command, because every block of commands is marked as `sh`", () => {
    const unmarked = documents.filter((file) =>
      /^```\n(?:\$ |maitred |sudo |curl )/m.test(read(file)),
    );
    expect(unmarked).toEqual([]);
  });
});

test.each(documents)("%s links to existing files and sections", (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = "", section] = link.split("#");
    const target = path === "" ? file : join(dirname(file), path);
    if (!existsSync(join(ROOT, target))) return true;
    return section !== undefined && !sectionsOf(read(target)).includes(section);
  });
  expect(broken).toEqual([]);
});

const sectionsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );

function freePort(): string {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return String(port);
}
