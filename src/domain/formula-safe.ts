/**
 * What a spreadsheet may take for a formula. Programs trim blanks and quotes, and read wide signs
 * like narrow ones.
 */
const FORMULA = String.raw`(?:[^\S\t\r\n]|['"])*[=+\-@\uff0b\uff0d\uff1d\uff20]`;
/**
 * Where a cell may begin. In many countries programs split at semicolons whatever the file says,
 * others at tabs or bars; and a quoted line break ends the row if quotes are not understood.
 */
const CELL_BEGINS = String.raw`(?<=^|[;|\t\r\n])`;
/** Programs skip a line break before the first sign of a cell. */
const BREAK = String.raw`'*[\t\r\n]`;

const UNSAFE = new RegExp(`${CELL_BEGINS}(?=${FORMULA})|^(?=${BREAK})`, "g");
const MADE_SAFE = new RegExp(`${CELL_BEGINS}'(?=${FORMULA})|^'(?=${BREAK})`, "g");

/**
 * A cell in which no spreadsheet finds a formula, wherever it splits: puts a quote before each one.
 */
export const formulaSafe = (cell: string): string => cell.replace(UNSAFE, "'");

/** Undoes `formulaSafe`: removes one quote wherever one was added. */
export const withoutQuotes = (cell: string): string => cell.replace(MADE_SAFE, "");
