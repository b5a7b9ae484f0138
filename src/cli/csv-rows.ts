import { statSync } from "node:fs";
import Papa from "papaparse";
import { notThatFile } from "./import-report.ts";
import { unreadable } from "./read-lines.ts";
import { CliError } from "./verb.ts";

/** Cells of one row, and the line, counted from 1, in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

interface Dialect {
  readonly delimiter: string;
  readonly newline: "\r\n" | "\n" | "\r";
}

/** A row has a few hundred characters; a quote that is never closed makes it endless. */
const MAX_ROW = 1024 * 1024;

/**
 * The rows of a CSV file, one after the other, without reading it as a whole. Throws CliError where
 * it is no UTF-8, or where a quote is not closed.
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow> {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() === true) {
    throw notThatFile(`${path} is a pipe, but a table is read more than once: name a file.`);
  }
  let dialect: Dialect | null = null;
  let scan = new RowEnds({ delimiter: ",", newline: "\n" });
  let rest = "";
  let line = 1;
  for await (const text of textOf(path)) {
    rest += text;
    if (dialect === null) {
      dialect = dialectOf(rest);
      scan = new RowEnds(dialect);
    }
    const end = scan.lastEnd(rest);
    if (end > 0) {
      line = yield* rowsOf(rest.slice(0, end), line, dialect, path);
      rest = rest.slice(end);
      scan.drop(end);
    }
    if (rest.length > MAX_ROW) throw notClosed(path, line);
  }
  if (rest !== "") yield* rowsOf(rest, line, dialect ?? dialectOf(rest), path);
}

/** The rows of a piece that ends with a row; answers the line after it. */
function* rowsOf(
  text: string,
  from: number,
  dialect: Dialect,
  path: string,
): Generator<CsvRow, number> {
  const { data, errors } = Papa.parse<string[]>(text, dialect);
  // The end of the last row's line begins no row.
  const last = data.at(-1);
  if (last?.length === 1 && last[0] === "") data.pop();
  const wrong = errors.find(({ type }) => type === "Quotes")?.row;
  let line = from;
  for (const [at, cells] of data.entries()) {
    // Whatever follows would be taken for the text of one cell.
    if (at === wrong) throw notClosed(path, line);
    yield { line, cells };
    line += 1 + lineEnds(cells);
  }
  return line;
}

/** Finds where rows end: line ends that are not inside quotes. Remembers how far it has looked. */
class RowEnds {
  readonly #dialect: Dialect;
  #at = 0;
  #end = 0;
  #quoted = false;
  #cellBegins = true;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** The end of the last whole row in the text; 0: there is none yet. */
  lastEnd(text: string): number {
    const { delimiter, newline } = this.#dialect;
    // What a quote means depends on what follows, so the last characters wait for more.
    const safe = text.length - 2;
    while (this.#at < safe) {
      if (this.#quoted) {
        const quote = text.indexOf('"', this.#at);
        if (quote === -1 || quote >= safe) {
          this.#at = quote === -1 ? safe : quote;
          break;
        }
        const double = text[quote + 1] === '"';
        this.#at = quote + (double ? 2 : 1);
        this.#quoted = double || !this.#closes(text, this.#at);
        this.#cellBegins = false;
      } else if (this.#cellBegins && text[this.#at] === '"') {
        this.#quoted = true;
        this.#at += 1;
      } else if (text.startsWith(newline, this.#at)) {
        this.#at += newline.length;
        this.#end = this.#at;
        this.#cellBegins = true;
      } else {
        this.#cellBegins = text[this.#at] === delimiter;
        this.#at += 1;
      }
    }
    return this.#end;
  }

  /** The text begins so many characters later from now on. */
  drop(count: number): void {
    this.#at -= count;
    this.#end = 0;
  }

  /** A quote ends a cell only before a delimiter or the end of the line, spaces aside. */
  #closes(text: string, at: number): boolean {
    const { delimiter } = this.#dialect;
    let next = at;
    while (text[next] === " ") next += 1;
    const follows = text[next];
    return follows === undefined || follows === delimiter || follows === "\n" || follows === "\r";
  }
}

function dialectOf(text: string): Dialect {
  const { delimiter, linebreak } = Papa.parse<string[]>(text, { preview: 20 }).meta;
  const newline = linebreak === "\r\n" || linebreak === "\r" ? linebreak : "\n";
  return { delimiter, newline };
}

const lineEnds = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

const notClosed = (path: string, line: number): CliError =>
  notThatFile(
    `A quoted cell in line ${line} of ${path} is not closed, or not where it ends. Inside quotes a ` +
      'quote is written twice: "the ""big"" table".',
  );

async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of Bun.file(path).stream()) {
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw unreadable(path, error);
    const why = "it is not UTF-8. Save it anew as CSV UTF-8";
    throw new CliError("INVALID_INPUT", `${path} cannot be read: ${why}.`);
  }
}
