import type { z } from "zod";
import { type Reason, reason } from "./errors.ts";
import { nearestWord } from "./nearest.ts";

type Key = string | number;

const MOST_REASONS = 50;

/** `noun`: the word for a key, such as "setting". */
export function shapeReasons(
  schema: z.ZodType,
  error: z.ZodError,
  input: unknown,
  noun: string,
): Reason[] {
  const reasons: Reason[] = [];
  const seen = new Set<string>();
  for (const issue of error.issues) {
    const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
    if (issue.code === "unrecognized_keys") {
      const known = knownKeys(schema, path);
      reasons.push(...issue.keys.map((key) => unknownKey([...path, key], known, noun)));
      continue;
    }
    const place = pathText(path);
    if (seen.has(place)) continue;
    seen.add(place);
    reasons.push(
      issue.code === "invalid_key"
        ? wrongKey(path, issue.issues[0]?.message ?? issue.message)
        : wrongValue(path, valueAt(input, path), issue.message, noun),
    );
  }
  return reasons.slice(0, MOST_REASONS);
}

const pathText = (path: readonly Key[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");

function unknownKey(path: readonly Key[], known: readonly string[], noun: string): Reason {
  const nearest = nearestWord(String(path.at(-1)), known);
  const place = clip(pathText(path));
  const say = { noun, shown: place, known };
  return reason("INVALID_INPUT.unknown_key", { path: place, nearest, say });
}

function wrongKey(path: readonly Key[], expected: string): Reason {
  const place = clip(pathText(path.slice(0, -1)));
  return reason("INVALID_INPUT.key", { path: place, expected, say: { key: path.at(-1) } });
}

function wrongValue(path: readonly Key[], value: unknown, expected: string, noun: string): Reason {
  const place = path.length === 0 ? `The ${noun}s` : clip(pathText(path));
  return reason("INVALID_INPUT.value", { path: place, expected, say: { value, noun } });
}

function valueAt(input: unknown, path: readonly Key[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<Key, unknown>)[key];
  }
  return value;
}

export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: Definition | undefined = definitionOf(schema);
  for (const key of path) {
    const next: z.ZodType | undefined = at?.shape?.[key as Key] ?? at?.element ?? at?.valueType;
    at = next === undefined ? undefined : definitionOf(next);
  }
  return Object.keys(at?.shape ?? {});
}

/** The fields of a Zod schema's definition that contain nested schemas. */
interface Definition {
  readonly shape?: Record<Key, z.ZodType>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
}

function definitionOf(schema: z.ZodType): Definition {
  const definition = schema.def as Definition;
  const inner = definition.innerType ?? definition.in;
  return inner === undefined ? definition : definitionOf(inner);
}

const clip = (text: string): string =>
  (text.length > 80 ? `${text.slice(0, 79)}…` : text).toWellFormed();
