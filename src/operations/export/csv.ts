import Papa from "papaparse";
import { formulaSafe } from "../../domain/formula-safe.ts";

/** Byte order mark, before the first row: spreadsheets recognise UTF-8 by it. */
export const BOM = "\ufeff";

export type Cell = string | number | boolean | null;

/**
 * CSV (RFC 4180), each row with its line end. A leading quote protects values that a spreadsheet
 * would run as a formula; phones get one too, because of their `+`.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0 ? "" : `${Papa.unparse(rows.map(safeRow), { newline: "\r\n" })}\r\n`;

const safeRow = (row: readonly Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === "string" ? formulaSafe(cell) : cell));
