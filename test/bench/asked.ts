import { parseArgs } from "node:util";
import { PARTS } from "./parts.ts";

const LONGEST_FLUSH_MS = 1000;

/** The arguments of the bench. */
export interface Asked {
  readonly json: boolean;
  readonly quick: boolean;
  /** Names of parts; empty for all parts. */
  readonly parts: readonly string[];
  readonly flushMs: number;
}

/** Throws an Error that names a wrong argument. */
export function asked(words: readonly string[]): Asked {
  const { values, positionals: parts } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      "flush-ms": { type: "string", default: "0" },
    },
  });
  const { json, quick, "flush-ms": flush } = values;
  const unknown = parts.filter((name) => !PARTS.has(name));
  if (unknown.length > 0) {
    throw new Error(`No such part: ${unknown.join(", ")}. Known: ${[...PARTS.keys()].join(", ")}.`);
  }
  const flushMs = /^\d+(\.\d+)?$/.test(flush) ? Number(flush) : Number.NaN;
  if (!(flushMs <= LONGEST_FLUSH_MS)) {
    throw new Error(`--flush-ms takes milliseconds from 0 to ${LONGEST_FLUSH_MS}, not "${flush}".`);
  }
  return { json, quick, parts, flushMs };
}
