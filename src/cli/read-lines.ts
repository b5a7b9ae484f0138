import { CliError } from "./verb.ts";

/** A line of a file, counted from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** A record has a few kilobytes; what is longer is no line of ours. */
const MAX_CHARACTERS = 1024 * 1024;

/** The lines of a file, one after the other, without reading it as a whole. Empty ones are left out. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let number = 0;
  for await (const chunk of opened(path)) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const text of parts) {
      number += 1;
      yield* line(text, number);
    }
    if (rest.length > MAX_CHARACTERS) throw tooLong(number + 1);
  }
  yield* line(rest + decoder.decode(), number + 1);
}

function* line(text: string, number: number): Generator<Line> {
  if (text.length > MAX_CHARACTERS) throw tooLong(number);
  const trimmed = (number === 1 ? text.replace(/^\ufeff/, "") : text).trim();
  if (trimmed !== "") yield { number, text: trimmed };
}

/** Why a file that was named is not read, in words. */
export function unreadable(path: string, error: unknown): CliError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new CliError("INVALID_INPUT", `There is no file ${path}.`);
  return new CliError("INVALID_INPUT", `${path} cannot be read: ${message}.`);
}

async function* opened(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of Bun.file(path).stream()) yield chunk;
  } catch (error) {
    throw unreadable(path, error);
  }
}

const tooLong = (number: number): CliError =>
  new CliError(
    "INVALID_INPUT",
    `Line ${number} is longer than ${MAX_CHARACTERS} characters: this is not a maitred export.`,
  );
