/** A request before it is turned into bytes. */
export interface Draft {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

/**
 * A request as bytes. `framed`: the end of the request is unambiguous, so the server must answer
 * it.
 */
export interface Case {
  readonly route: string;
  /** The kind of the request, for the report: `valid`, `mutated` or `raw`. */
  readonly what: string;
  readonly bytes: Buffer;
  readonly framed: boolean;
}

/** Adds a Content-Length unless the draft has one or a Transfer-Encoding. */
export function encoded({ method, target, headers, body }: Draft): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [`${method} ${target} HTTP/1.1`];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (body !== null && !names.has("content-length") && !names.has("transfer-encoding")) {
    lines.push(`Content-Length: ${body.length}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body ?? Buffer.alloc(0)]);
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t -~\u0080-\uffff]*$/u;
const TARGET = /^[!-~\u0080-\uffff]+$/u;

/**
 * Whether a server must see exactly one request in the draft, whatever the values of its fields.
 */
export function isFramed({ method, target, headers }: Draft): boolean {
  const names = headers.map(([name]) => name.toLowerCase());
  const framing = ["content-length", "transfer-encoding", "connection", "expect", "upgrade"];
  return (
    TOKEN.test(method) &&
    TARGET.test(target) &&
    headers.every(([name, value]) => TOKEN.test(name) && VALUE.test(value)) &&
    !names.some((name) => framing.includes(name)) &&
    names.filter((name) => name === "host").length === 1
  );
}

/** The value of a header; empty if the header is missing. */
export const headerOf = ({ headers }: Pick<Draft, "headers">, wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";

/** A copy of the draft with a header set, or removed if `value` is null. */
export function withHeader<D extends Draft>(draft: D, name: string, value: string | null): D {
  const others = draft.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase());
  const headers = value === null ? others : [...others, [name, value] as const];
  return { ...draft, headers };
}
