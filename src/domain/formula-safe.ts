/** Spreadsheets may trim blanks and quotes, and accept full-width signs. */
const FORMULA = String.raw`(?:[^\S\t\r\n]|['"])*[=+\-@\uff0b\uff0d\uff1d\uff20]`;
/** Some programs split at semicolons, tabs and bars, or at a line break in quotes. */
const CELL_BEGINS = String.raw`(?<=^|[;|\t\r\n])`;
/** Spreadsheets skip a line break at the beginning of a cell. */
const BREAK = String.raw`'*[\t\r\n]`;

const UNSAFE = new RegExp(`${CELL_BEGINS}(?=${FORMULA})|^(?=${BREAK})`, "g");
const MADE_SAFE = new RegExp(`${CELL_BEGINS}'(?=${FORMULA})|^'(?=${BREAK})`, "g");

export const formulaSafe = (cell: string): string => cell.replace(UNSAFE, "'");

export const withoutQuotes = (cell: string): string => cell.replace(MADE_SAFE, "");
