export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Real calls stay below both limits. Deeper JSON could overflow the stack of recursive functions. */
const MAX_DEPTH = 64;
const MAX_VALUES = 2000;

const codeOf = (character: string): number => character.charCodeAt(0);
const QUOTE = codeOf('"');
const BACKSLASH = codeOf("\\");
const COMMA = codeOf(",");
const OPEN_OBJECT = codeOf("{");
const CLOSE_OBJECT = codeOf("}");
const OPEN_LIST = codeOf("[");
const CLOSE_LIST = codeOf("]");

/** Says why a JSON text is too large to parse, or returns null. Does not check the syntax. */
export function jsonExcess(text: string): string | null {
  let depth = 0;
  let values = 1;
  // Compares codes, because making a string of each character is slow.
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        depth += 1;
        values += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
    }
    // The outermost brackets do not count as a level.
    if (depth > MAX_DEPTH + 1) return `it is nested deeper than ${MAX_DEPTH} levels`;
    if (values > MAX_VALUES) return `it holds more than ${MAX_VALUES} values`;
  }
  return null;
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
