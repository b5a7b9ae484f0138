import Papa from "papaparse";
import { formulaSafe } from "../../domain/formula-safe.ts";

/** Byte order mark: tells spreadsheet programs that the file is UTF-8. */
export const BOM = "\ufeff";

export type Cell = string | number | boolean | null;

/** In the format of RFC 4180. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0 ? "" : `${Papa.unparse(rows.map(safeRow), { newline: "\r\n" })}\r\n`;

const safeRow = (row: readonly Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === "string" ? formulaSafe(cell) : cell));
