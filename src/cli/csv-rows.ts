import Papa from "papaparse";
import { readText } from "./read-text.ts";
import { CliError } from "./verb.ts";

/** `line` is where the row begins, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Characters. A longer row means that a quote is not closed. */
const MAX_ROW = 1024 * 1024;

/** Throws CliError if the file is not UTF-8 or a quote is not closed. */
export async function* readCsv(path: string): AsyncGenerator<CsvRow> {
  let parser: Papa.Parser | null = null;
  let rest = "";
  let line = 1;
  for await (const { text, isLast } of readText(path)) {
    rest += text;
    parser ??= parserFor(rest);
    // Until the file ends, the last row may be incomplete.
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(rest, 0, !isLast);
    rest = rest.slice(meta.cursor);
    const wrong = errors.find(({ type }) => type === "Quotes")?.row;
    for (const [at, cells] of data.entries()) {
      // After an open quote, all following rows would be read as one cell.
      if (at === wrong) throw notClosed(path, line);
      const isEnd = isLast && at === data.length - 1 && cells.length === 1 && cells[0] === "";
      if (!isEnd) yield { line, cells };
      line += 1 + lineEnds(cells);
    }
    if (rest.length > MAX_ROW) throw notClosed(path, line);
  }
}

function parserFor(text: string): Papa.Parser {
  const { delimiter, linebreak } = Papa.parse<string[]>(text, { preview: 20 }).meta;
  const newline = linebreak === "\r\n" || linebreak === "\r" ? linebreak : "\n";
  return new Papa.Parser({ delimiter, newline });
}

const lineEnds = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

const notClosed = (path: string, line: number): CliError =>
  new CliError(
    "INVALID_INPUT",
    `A quoted cell in line ${line} of ${path} is not closed correctly. Inside quotes, write a quote ` +
      'twice: "the ""big"" table".',
  );
