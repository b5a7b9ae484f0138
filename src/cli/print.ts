import type { Answer, CliIo } from "./verb.ts";

/**
 * Prints an answer: JSON to standard output; words to standard error, unless they are what was
 * asked for. A secret that is shown once goes to standard output, where a shell can take it.
 */
export function print(answer: Answer, json: boolean, io: Pick<CliIo, "out" | "err">): void {
  if (json) {
    io.out(`${JSON.stringify(answer.json)}\n`);
    return;
  }
  if (answer.secret !== undefined) io.out(`${answer.secret}\n`);
  const say = answer.plain === true ? io.out : io.err;
  say(`${answer.text}\n`);
}

/** Rows under their headings, columns aligned by spaces. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(onOneLine));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...shown.map((row) => (row[column] ?? "").length)),
  );
  return [headings, ...shown]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

/** The UTC date of an instant, behind `prefix`; `never` where there is none. */
export const dayOf = (at: number | null, never = "", prefix = ""): string =>
  at === null ? never : prefix + new Date(at).toISOString().slice(0, 10);

/** `1 row`, `2 rows`; `many` where it is more than an s. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Others chose the names: no line ends that forge rows, nothing that a terminal obeys. */
const onOneLine = (cell: string): string =>
  cell.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
