import { COMMON_FLAGS } from "../flags.ts";
import type { Flag, Verb } from "../verb.ts";

export type Value =
  | { readonly kind: "none" | "any" | "file" | "folder" }
  | { readonly kind: "choice"; readonly choices: readonly string[] };

export interface FlagWords {
  readonly flag: string;
  readonly help: string;
  readonly value: Value;
}

export interface VerbWords {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagWords[];
  readonly argument: Value;
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export const wordsOf = (verbs: readonly Verb[]): VerbWords[] =>
  verbs.map(({ name, summary, flags, positionals = [], optional = [] }) => ({
    name,
    summary,
    flags: Object.entries({ ...flags, ...COMMON_FLAGS }).map(([flag, definition]) => ({
      flag: `--${flag}`,
      help: definition.help,
      value: flagValue(definition),
    })),
    argument: argumentOf([...positionals, ...optional]),
  }));

function flagValue({ type, value = "", choices }: Flag): Value {
  if (type === "boolean") return { kind: "none" };
  if (choices !== undefined) return { kind: "choice", choices };
  if (/^FILE\b/.test(value)) return { kind: "file" };
  if (value === "DIR") return { kind: "folder" };
  if (/^[\w-]+(?:\|[\w-]+)+$/.test(value)) return { kind: "choice", choices: value.split("|") };
  return { kind: "any" };
}

function argumentOf(names: readonly string[]): Value {
  if (names.some((name) => name.startsWith("FILE"))) return { kind: "file" };
  if (names.includes("SHELL")) return { kind: "choice", choices: SHELLS };
  return names.length === 0 ? { kind: "none" } : { kind: "any" };
}

export function firstWords(verbs: readonly VerbWords[]): { word: string; summary: string }[] {
  const words = new Map<string, string>();
  for (const { name, summary } of verbs) {
    const [word = ""] = name.split(" ");
    words.set(word, words.has(word) || name !== word ? `${word} ...` : summary);
  }
  words.set("help", "Show a verb and its flags.");
  return [...words].map(([word, summary]) => ({ word, summary }));
}

export function families(
  verbs: readonly VerbWords[],
): ReadonlyMap<string, readonly { word: string; summary: string }[]> {
  const found = new Map<string, { word: string; summary: string }[]>();
  for (const { name, summary } of verbs) {
    const [first = "", second] = name.split(" ");
    if (second === undefined) continue;
    found.set(first, [...(found.get(first) ?? []), { word: second, summary }]);
  }
  return found;
}

export const codeFor = (value: Value, code: Readonly<Record<Value["kind"], string>>): string =>
  code[value.kind].replace("CHOICES", value.kind === "choice" ? value.choices.join(" ") : "");
