// The folders of src in which mutants are made ("rooms"), the mutants that are possible in each, and
// the tests for each. A mutant is a copy of the code with one small change that a test should notice.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { API } from "typescript/unstable/async";
import { importsOf, targetOf } from "../architecture/source.ts";
import { type Mutant, mutantsOf } from "./sites.ts";

const OPERATIONS = "access call capacity desk door floor guest reservation seating waitlist";

/** A room is a folder below src, without the rooms inside that folder. */
export const ROOMS: readonly string[] = [
  ..."auth auth/oauth background cli domain domain/admission domain/seating".split(" "),
  ..."instance mcp operations sms storage words".split(" "),
  ..."web web/auth-pages web/dashboard web/guest".split(" "),
  ...OPERATIONS.split(" ").map((room) => `operations/${room}`),
];

/** Folders of tests that can notice a fault in any room, the quick ones first. */
export const AROUND: readonly string[] = [
  ..."domain operations words mcp background storage auth".split(" "),
  ..."acceptance web conformance cli docs browser".split(" "),
];

/** The innermost room that contains the file. */
export const roomOf = (file: string): string | undefined =>
  ROOMS.filter((room) => file.startsWith(`src/${room}/`))
    .toSorted((a, b) => a.length - b.length)
    .at(-1);

const filesBelow = async (pattern: string): Promise<string[]> =>
  (await Array.fromAsync(new Bun.Glob(pattern).scan("."))).sort();

export const filesOf = async (room: string): Promise<string[]> =>
  (await filesBelow(`src/${room}/**/*.{ts,tsx}`)).filter((file) => roomOf(file) === room);

/** Every possible change in these files. */
export async function mutantsIn(files: readonly string[]): Promise<Mutant[]> {
  const folder = mkdtempSync(join(tmpdir(), "maitred-mutants-"));
  const project = join(folder, "tsconfig.json");
  const compilerOptions = { jsx: "preserve", noLib: true, noResolve: true, types: [] };
  const paths = files.map((file) => resolve(file));
  await Bun.write(project, JSON.stringify({ compilerOptions, files: paths }));
  const api = new API({ cwd: folder });
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [project] });
    const program = snapshot.getProject(project)?.program;
    const found = files.map(async (file) => {
      const tree = await program?.getSourceFile(resolve(file));
      return tree === undefined ? [] : mutantsOf(file, tree);
    });
    return (await Promise.all(found)).flat();
  } finally {
    await api.close();
    rmSync(folder, { recursive: true });
  }
}

/** Lists all test files, the test files of a room, and the test files that import a file. */
export async function knownTests() {
  const files = await filesBelow("test/**/*.test.ts");
  const imported = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const names = importsOf(await Bun.file(file).text());
    imported.set(file, new Set(names.map((name) => targetOf(file, name))));
  }
  return {
    all: files,
    of: (room: string) => files.filter((file) => file.startsWith(`test/${room}/`)),
    importing: (source: string) => files.filter((file) => imported.get(file)?.has(source)),
  };
}
