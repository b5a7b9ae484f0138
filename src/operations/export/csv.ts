import Papa from "papaparse";
import { formulaSafe } from "../../domain/formula-safe.ts";

/** UTF-8 as spreadsheets recognise it; stands before the first row. */
export const BOM = "\ufeff";

export type Cell = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180), each with its line end. What a spreadsheet would run has a quote before
 * it, phones with their `+` among them.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0 ? "" : `${Papa.unparse(rows.map(safeRow), { newline: "\r\n" })}\r\n`;

const safeRow = (row: readonly Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === "string" ? formulaSafe(cell) : cell));
