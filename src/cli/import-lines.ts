import type { z } from "zod";
import {
  type Portable,
  type PortableHeader,
  type PortableType,
  portableHeader,
  portableSchemas,
} from "../domain/portable.ts";
import { visibleIn } from "../domain/visible-text.ts";
import type { ImportLine } from "./import-check.ts";
import { readText } from "./read-text.ts";
import { CliError } from "./verb.ts";

const MAX_CHARACTERS = 1024 * 1024;

/** Throws CliError if the file is unreadable, empty or not an export of this version. */
export async function headerOf(path: string): Promise<PortableHeader> {
  for await (const { text } of nonEmptyLines(path)) {
    const parsed = portableHeader.safeParse(parse(text));
    if (parsed.success) return parsed.data;
    throw new CliError(
      "INVALID_INPUT",
      "The first line is not the header of an export by this version of maitred. Give a file made by " +
        "`maitred export`, or reservations as .csv.",
    );
  }
  throw new CliError("INVALID_INPUT", `${path} is empty.`);
}

export async function* exportLines(path: string): AsyncGenerator<ImportLine> {
  let isHeader = true;
  for await (const { line, text } of nonEmptyLines(path)) {
    const raw = parse(text) as { type?: unknown; id?: unknown } | null | undefined;
    const id = typeof raw?.id === "string" ? raw.id.slice(0, 64) : null;
    const digest = Bun.hash.xxHash32(text);
    if (!isHeader) yield { line, id, digest, read: recordIn(raw), warnings: [] };
    isHeader = false;
  }
}

function recordIn(raw: { type?: unknown } | null | undefined): Portable | string {
  const type = raw?.type;
  if (typeof type !== "string") return "it is not a JSON object with a type.";
  if (!Object.hasOwn(portableSchemas, type)) {
    return `there is no type ${JSON.stringify(type.slice(0, 40))}.`;
  }
  const parsed = portableSchemas[type as PortableType].safeParse(visibleIn(raw));
  return parsed.success ? parsed.data : inWords(parsed.error);
}

const inWords = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join(".") || "the record"}: ${message}`)
    .join("; ");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* nonEmptyLines(path: string): AsyncGenerator<{ line: number; text: string }> {
  let rest = "";
  let line = 0;
  for await (const { text: piece, isLast } of readText(path)) {
    const parts = (rest + piece).split("\n");
    rest = isLast ? "" : (parts.pop() ?? "");
    if (rest.length > MAX_CHARACTERS) throw tooLong(line + parts.length + 1);
    for (const text of parts) {
      line += 1;
      if (text.length > MAX_CHARACTERS) throw tooLong(line);
      if (text.trim() !== "") yield { line, text: text.trim() };
    }
  }
}

const tooLong = (line: number): CliError =>
  new CliError(
    "INVALID_INPUT",
    `Line ${line} is longer than ${MAX_CHARACTERS} characters: this is not a maitred export.`,
  );
