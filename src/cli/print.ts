import type { Answer, CliIo } from "./verb.ts";

export function print(answer: Answer, json: boolean, io: Pick<CliIo, "out" | "err">): void {
  if (json) {
    io.out(`${JSON.stringify(answer.json)}\n`);
    return;
  }
  if (answer.secret !== undefined) io.out(`${answer.secret}\n`);
  const say = answer.plain === true ? io.out : io.err;
  say(`${answer.text}\n`);
}

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

export const dayOf = (at: number | null, never = "", prefix = ""): string =>
  at === null ? never : prefix + new Date(at).toISOString().slice(0, 10);

export const messageIn = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Names come from strangers, and a line break in a name could forge a row. */
const onOneLine = (cell: string): string =>
  cell.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");

export const pick = <Row extends object, Name extends keyof Row>(
  row: Row,
  ...names: readonly Name[]
): Pick<Row, Name> => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
