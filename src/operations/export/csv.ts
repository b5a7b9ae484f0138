import Papa from "papaparse";
import { formulaSafe } from "../../domain/formula-safe.ts";

/** The byte order mark by which spreadsheets recognise UTF-8; goes before the first row. */
export const BOM = "\ufeff";

export type Cell = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180), each with its line end. Values that a spreadsheet would run as a formula
 * get a leading quote; so do phones, because of their `+`.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0 ? "" : `${Papa.unparse(rows.map(safeRow), { newline: "\r\n" })}\r\n`;

const safeRow = (row: readonly Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === "string" ? formulaSafe(cell) : cell));
