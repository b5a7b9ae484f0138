/**
 * What a spreadsheet may take for a formula, after quotes that were put before it: programs trim
 * blanks, and read the wide forms of the signs like the narrow ones.
 */
export const FORMULA = /^'*(?:\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])/;

/** A cell as it was before it was made safe: exactly one quote less. */
export const withoutQuote = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
