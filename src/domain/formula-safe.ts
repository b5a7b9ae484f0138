/** A formula begins with =, +, -, @ or their full-width forms. Blanks and quotes may come first. */
const FORMULA = String.raw`(?:[^\S\t\r\n]|['"])*[=+\-@\uff0b\uff0d\uff1d\uff20]`;
/** Some programs also begin a cell after a semicolon, tab, bar or quoted line break. */
const CELL_BEGINS = String.raw`(?<=^|[;|\t\r\n])`;
/** A cell that begins with a tab or a line break is unsafe, too (OWASP, "CSV Injection"). */
const BREAK = String.raw`'*[\t\r\n]`;

const UNSAFE = new RegExp(`${CELL_BEGINS}(?=${FORMULA})|^(?=${BREAK})`, "g");
const MADE_SAFE = new RegExp(`${CELL_BEGINS}'(?=${FORMULA})|^'(?=${BREAK})`, "g");

export const formulaSafe = (cell: string): string => cell.replace(UNSAFE, "'");

export const withoutQuotes = (cell: string): string => cell.replace(MADE_SAFE, "");
