import { posix } from "node:path";

/** Each room (folder of src) with the rooms that it may import, from inner to outer. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  words: ["domain"],
  storage: ["domain", "words"],
  operations: ["domain", "words", "storage"],
  background: ["domain", "words", "storage", "operations"],
  auth: ["domain", "words", "storage", "operations"],
  sms: ["domain", "words"],
  mcp: ["domain", "words", "operations", "auth"],
  web: ["domain", "words", "storage", "operations", "auth"],
  instance: ["domain", "words", "storage", "operations", "auth", "sms"],
  cli: ["domain", "words", "storage", "operations", "auth", "sms", "instance"],
};

/**
 * Files directly in src. The files of `COMPOSITION` may import every room. Every room except domain
 * may import the files of `SHARED`.
 */
export const COMPOSITION: readonly string[] = ["src/main.ts", "src/app.ts"];
export const SHARED: readonly string[] = [
  "src/config.ts",
  "src/config-keys.ts",
  "src/log.ts",
  "src/commit-of-source.ts",
  "src/version.ts",
];

/** The packages that a pure room may import. Every other room may import any package. */
export const PURE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  domain: [
    "zod",
    "libphonenumber-js/min",
    "libphonenumber-js/max",
    "libphonenumber-js/mobile/examples",
  ],
  words: [],
};

const STATEMENT = /\b(?:import|export)\b[^;"'`]*?\bfrom\s*["']([^"']+)["']/g;
const SIDE_EFFECT = /^\s*import\s*["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\s*\(\s*["']([^"']+)["']/g;

/** Every specifier imported or re-exported, type-only and dynamic imports included. */
export const importsOf = (source: string): string[] =>
  [STATEMENT, SIDE_EFFECT, DYNAMIC].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = ""]) => specifier),
  );

/** The room of a path; null for a file directly in src or outside src. */
export function roomOf(path: string): string | null {
  const [top, room, ...rest] = path.split("/");
  return top === "src" && room !== undefined && rest.length > 0 ? room : null;
}

/** The path from the repository's root that a relative specifier names. */
export const targetOf = (file: string, specifier: string): string =>
  posix.join(posix.dirname(file), specifier);

/** Why an import is not allowed; null if it is. */
export function wrongImport(file: string, specifier: string): string | null {
  const room = roomOf(file);
  if (COMPOSITION.includes(file)) return null;
  if (!specifier.startsWith(".")) {
    const allowed = room === null ? undefined : PURE_PACKAGES[room];
    return allowed === undefined || allowed.includes(specifier) ? null : `${room} is pure`;
  }
  const target = targetOf(file, specifier);
  if (!target.startsWith("src/")) return room === "domain" ? "domain is pure" : null;
  const targetRoom = roomOf(target);
  if (targetRoom === null) {
    if (COMPOSITION.includes(target)) return "the composition root is imported by nobody";
    return room === "domain" ? "domain imports only domain" : null;
  }
  if (room === null) return "config, log and version import no room";
  if (targetRoom === room) return null;
  return LAYERS[room]?.includes(targetRoom) ? null : `${room} may not import ${targetRoom}`;
}

/** The cycles in a graph of imports, each as a path that ends at the file where it begins. */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}
