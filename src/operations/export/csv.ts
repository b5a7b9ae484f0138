import Papa from "papaparse";
import { FORMULA } from "../../domain/formula-safe.ts";

/** UTF-8 as spreadsheets recognise it; stands before the first row. */
export const BOM = "\ufeff";

export type Cell = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180), each with its line end. A cell that a spreadsheet would run begins with a
 * quote instead, phones with their `+` among them.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ""
    : `${Papa.unparse(rows as Cell[][], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
