// Goal: only certain files use SQL, the protocol's SDK, the environment, the clock and so on. Files
// are short and have telling names. Method: search the sources; in src without the comments.
import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import { importsOf, LAYERS } from "./source.ts";

const MAX_LINES = 400;
const files = [...new Bun.Glob("{src,test,migrations}/**/*.{ts,tsx}").scanSync(".")]
  .filter((file) => !file.endsWith(".d.ts"))
  .sort();
const inSource = files.filter((file) => file.startsWith("src/"));
const sources = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(file).text()] as const)),
);

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, "");

/** The files for which `found` is true and `home` is false. */
const strays = (found: (source: string) => boolean, home: (file: string) => boolean): string[] =>
  inSource.filter((file) => !home(file) && found(withoutComments(sources.get(file) ?? "")));

const imports = (wanted: (specifier: string) => boolean) => (source: string) =>
  importsOf(source).some(wanted);
const within = (folder: string) => (file: string) => file.startsWith(folder);
const oneOf =
  (...names: string[]) =>
  (file: string) =>
    names.includes(file);

const SQL =
  /\b(?:SELECT\s[\s\S]+?\sFROM|INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(?:TABLE|INDEX)|PRAGMA\s+\w+|BEGIN\s+IMMEDIATE|VACUUM\s+INTO)\b/;
const CLOCK = /\bDate\.now\s*\(|\bnew Date\(\s*\)|\bTemporal\.Now\b/;
const CHANCE = /\bMath\.random\s*\(/;

/** A sentence that a person or an agent could read; the text of `new Error` is removed first. */
const SENTENCE = /"(?:[^"\n]*\p{L} ){3}[^"\n]*[.!?] ?"|`(?:[^`\n]*\p{L} ){3}[^`\n]*[.!?] ?`/u;
const ANSWERS =
  /^src\/(?:domain\/(?:admission|reasons|seating)|operations\/(?:call|guest|reservation|seating|waitlist)|web\/guest)\//;

const RULES: readonly [string, (source: string) => boolean, (file: string) => boolean][] = [
  ["only storage has SQL", (source) => SQL.test(source), within("src/storage/")],
  [
    "only storage uses bun:sqlite",
    imports((name) => name === "bun:sqlite"),
    within("src/storage/"),
  ],
  [
    "only mcp uses the protocol's SDK",
    imports((name) => name.startsWith("@modelcontextprotocol/")),
    within("src/mcp/"),
  ],
  [
    "in operations and mcp, only invoke, the guest desk and search-write write to the database",
    (source) => /\b(?:writer\.write|searchWrite)\(/.test(source),
    (file) =>
      !(within("src/operations/")(file) || within("src/mcp/")(file)) ||
      oneOf(
        "src/operations/invoke.ts",
        "src/operations/guest/guest-desk.ts",
        "src/operations/call/search-write.ts",
      )(file),
  ],
  [
    "administrative verbs of the command line write only through operations",
    (source) => /\bwriter\b/.test(source),
    (file) => !/^src\/cli\/(?:brand|client|feed|key|user|list-verb)\.ts$/.test(file),
  ],
  [
    "only config.ts reads the environment",
    (source) => /\b(?:process|Bun)\.env\b|\bimport\.meta\.env\b/.test(source),
    oneOf("src/config.ts"),
  ],
  [
    "only app.ts and main.ts read the system clock",
    (source) => CLOCK.test(source),
    oneOf("src/app.ts", "src/main.ts"),
  ],
  [
    "answers to guests, hosts and agents take their sentences from src/words",
    (source) => SENTENCE.test(source.replace(/\bnew Error\([^;]*;/g, "")),
    (file) => !ANSWERS.test(file),
  ],
  [
    "nothing uses Math.random, because tests could not control it",
    (source) => CHANCE.test(source),
    () => false,
  ],
];

describe("in src,", () => {
  test.each(RULES)("%s", (_, found, home) => {
    expect(strays(found, home)).toEqual([]);
  });
});

describe("files", () => {
  test(`none has more than ${MAX_LINES} lines`, () => {
    const long = files.filter(
      (file) => (sources.get(file) ?? "").split("\n").length > MAX_LINES + 1,
    );
    expect(long).toEqual([]);
  });

  test("none is named utils, helpers, manager, common or misc", () => {
    const vague = files.filter((file) =>
      /^(?:utils?|helpers?|manager|common|misc)\./.test(posix.basename(file)),
    );
    expect(vague).toEqual([]);
  });

  test("each test is in a folder named after a folder of src or after a kind of test", () => {
    const kinds = [
      "architecture",
      "conformance",
      "browser",
      "faults",
      "fuzz",
      "floods",
      "mutants",
      "bench",
      "support",
      "binary",
      "acceptance",
      "release",
      "container",
      "proxies",
      "docs",
    ];
    const folders = [...Object.keys(LAYERS), ...kinds];
    const strange = files.filter((file) => {
      const [top, folder = "", ...rest] = file.split("/");
      return top === "test" && rest.length > 0 && !folders.includes(folder);
    });
    expect(strange).toEqual([]);
  });

  test("every test file begins with a comment", () => {
    const silent = files.filter(
      (file) => file.endsWith(".test.ts") && !/^\/[/*]/.test(sources.get(file) ?? ""),
    );
    expect(silent).toEqual([]);
  });
});

describe("the rules in docs/rules", () => {
  const rules = [...new Bun.Glob("docs/rules/*.md").scanSync(".")];
  const cited = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/\brules? ([CSWTK]\d+)(?:(?:,| and| to) ([CSWTK]\d+))?/g)].flatMap(
      ([, ...names]) => names.filter(Boolean).map((name) => `${name} in ${file}`),
    ),
  );

  test("include each rule that a comment or a test cites, and state it once", async () => {
    const texts = await Promise.all(rules.map((file) => Bun.file(file).text()));
    const stated = texts.flatMap((text) =>
      [...text.matchAll(/^- \*\*([CSWTK]\d+)\*\*/gm)].map(([, name]) => name ?? ""),
    );
    expect(new Set(stated).size).toBe(stated.length);
    expect(cited.length).toBeGreaterThan(15);
    expect(cited.filter((one) => !stated.includes(one.split(" ")[0] ?? ""))).toEqual([]);
  });
});
