import { statSync } from "node:fs";
import { CliError } from "./verb.ts";

/** Throws CliError if the file is unreadable or not UTF-8. */
export async function* readText(
  path: string,
): AsyncGenerator<{ readonly text: string; readonly isLast: boolean }> {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() === true) {
    throw unreadable(path, "it is a pipe, but an import reads the file twice: name a regular file");
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of Bun.file(path).stream()) {
      yield { text: decoder.decode(chunk, { stream: true }), isLast: false };
    }
    yield { text: decoder.decode(), isLast: true };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new CliError("INVALID_INPUT", `There is no file ${path}.`);
    const notUtf8 = "it is not UTF-8. Save it again with the encoding UTF-8";
    throw unreadable(path, error instanceof TypeError ? notUtf8 : message);
  }
}

const unreadable = (path: string, why: string): CliError =>
  new CliError("INVALID_INPUT", `${path} cannot be read: ${why}.`);
