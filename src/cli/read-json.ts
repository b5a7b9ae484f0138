import { readFileSync } from "node:fs";
import { CliError, type CliIo } from "./verb.ts";

/** `source` "-" is standard input. `what` names the content in errors. */
export async function readJsonObject(
  source: string,
  io: Pick<CliIo, "readInput">,
  what: string,
): Promise<object> {
  const where = source === "-" ? "Standard input" : source;
  let value: unknown;
  try {
    value = JSON.parse(await read(source, io, what));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError("INVALID_INPUT", `${where} is not valid JSON: ${(error as Error).message}.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CliError("INVALID_INPUT", `${where} must be one JSON object: the ${what}.`);
  }
  return value;
}

async function read(source: string, io: Pick<CliIo, "readInput">, what: string): Promise<string> {
  if (source === "-") return withoutMark(await io.readInput());
  try {
    return withoutMark(readFileSync(source, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : message;
    throw new CliError("INVALID_INPUT", `The ${what} file ${source} cannot be read: ${why}.`);
  }
}

/** Editors on Windows write a byte order mark, which is not JSON. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, "");
