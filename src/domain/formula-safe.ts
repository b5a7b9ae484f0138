/**
 * What a spreadsheet may take for a formula: programs trim blanks and quotes, and read the wide
 * forms of the signs like the narrow ones.
 */
const FORMULA = String.raw`(?:[^\S\t\r\n]|['"])*[=+\-@\uff0b\uff0d\uff1d\uff20]`;
/**
 * Where a cell may begin: programs in many countries split at semicolons whatever the file says,
 * others at tabs or bars; and a quoted line break ends the row where the quotes are not understood.
 */
const CELL_BEGINS = String.raw`(?<=^|[;|\t\r\n])`;
/** Programs skip a break before the first sign of a cell. */
const BREAK = String.raw`'*[\t\r\n]`;

const UNSAFE = new RegExp(`${CELL_BEGINS}(?=${FORMULA})|^(?=${BREAK})`, "g");
const MADE_SAFE = new RegExp(`${CELL_BEGINS}'(?=${FORMULA})|^'(?=${BREAK})`, "g");

/** A cell in which no spreadsheet finds a formula, wherever it splits: a quote stands before each. */
export const formulaSafe = (cell: string): string => cell.replace(UNSAFE, "'");

/** A cell as it was before it was made safe: exactly one quote less wherever one was put. */
export const withoutQuotes = (cell: string): string => cell.replace(MADE_SAFE, "");
