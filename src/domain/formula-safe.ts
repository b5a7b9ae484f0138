/** Spreadsheets may trim blanks and quotes, and accept full-width signs. */
const FORMULA = String.raw`(?:[^\S\t\r\n]|['"])*[=+\-@\uff0b\uff0d\uff1d\uff20]`;
/**
 * Some programs always split at semicolons, tabs or bars, or end the row at a quoted line break.
 */
const CELL_BEGINS = String.raw`(?<=^|[;|\t\r\n])`;
/** Programs skip a line break at the beginning of a cell. */
const BREAK = String.raw`'*[\t\r\n]`;

const UNSAFE = new RegExp(`${CELL_BEGINS}(?=${FORMULA})|^(?=${BREAK})`, "g");
const MADE_SAFE = new RegExp(`${CELL_BEGINS}'(?=${FORMULA})|^'(?=${BREAK})`, "g");

/** Puts a quote before everything that a spreadsheet may read as a formula. */
export const formulaSafe = (cell: string): string => cell.replace(UNSAFE, "'");

export const withoutQuotes = (cell: string): string => cell.replace(MADE_SAFE, "");
