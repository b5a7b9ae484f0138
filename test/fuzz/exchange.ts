// Sends exactly the given bytes on one connection, and reads the answers strictly by RFC 9112.
import { connect, type Socket } from "node:net";

/** One answer, as received. */
export interface Answer {
  readonly status: number;
  /** Names in lower case; the values of a repeated header are joined by a line break. */
  readonly headers: ReadonlyMap<string, string>;
  readonly head: string;
  readonly body: Buffer;
  /** False: the body is a stream of events, or the connection ended within it. */
  readonly ended: boolean;
}

export interface Outcome {
  readonly answers: readonly Answer[];
  /** `silent`: nothing more arrived in time, so the connection was closed. */
  readonly end: "answered" | "closed" | "reset" | "refused" | "silent";
  /** The number of bytes after the last answer. */
  readonly rest: number;
  readonly ms: number;
}

/** The status of interim answers, which are skipped. */
const CONTINUE = 100;

/**
 * Reads the answer at the beginning of `bytes`. Null: the answer is incomplete. Throws an Error if
 * `bytes` is not HTTP/1.1.
 */
export function readAnswer(
  bytes: Buffer,
  { toHead, closed }: { toHead: boolean; closed: boolean },
): { answer: Answer; length: number } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) throw new Error(`That is no answer: ${head.slice(0, 80)}`);
  const headers = new Map<string, string>();
  for (const line of head.split("\r\n").slice(1)) {
    const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}\n${value}`);
  }
  const start = end + 4;
  if (status === CONTINUE) return readAfter(bytes, start, { toHead, closed });
  const made = (body: Buffer, length: number, ended = true) => ({
    answer: { status, headers, head, body, ended },
    length,
  });
  if (toHead || status === 204 || status === 304) return made(Buffer.alloc(0), start);
  if (headers.get("transfer-encoding") === "chunked") {
    const read = readChunks(bytes, start);
    if (read.ended) return made(read.body, read.end);
    const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
    const enough = closed || (isStream && read.body.length > 0);
    return enough ? made(read.body, bytes.length, false) : null;
  }
  const length = Number(headers.get("content-length") ?? 0);
  if (bytes.length < start + length) return null;
  return made(bytes.subarray(start, start + length), start + length);
}

function readAfter(bytes: Buffer, start: number, how: { toHead: boolean; closed: boolean }) {
  const read = readAnswer(bytes.subarray(start), how);
  return read === null ? null : { ...read, length: read.length + start };
}

function readChunks(bytes: Buffer, start: number) {
  const parts: Buffer[] = [];
  let at = start;
  for (;;) {
    const line = bytes.indexOf("\r\n", at);
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (Number.isNaN(size) || bytes.length < line + 2 + size + 2) {
      return { ended: false, body: Buffer.concat(parts), end: at };
    }
    if (size === 0) return { ended: true, body: Buffer.concat(parts), end: line + 4 };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/**
 * Sends bytes on a separate connection. Reads until `wanted` answers have arrived, the server
 * closes, or nothing arrives for `patienceMs`. `finish`: closes our half of the connection after
 * sending.
 */
export function exchange(
  port: number,
  bytes: Buffer,
  options: { wanted: number; patienceMs: number; finish?: boolean },
): Promise<Outcome> {
  const { wanted, patienceMs, finish = false } = options;
  const toHead = bytes.subarray(0, 5).toString("latin1") === "HEAD ";
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket: Socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let timer: Timer | undefined;
    const settle = (end: Outcome["end"]): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.on("error", () => undefined);
      // Resets the connection. After a normal close its port stays in use for a while, and the
      // machine would run out of ports.
      socket.resetAndDestroy();
      try {
        const { answers, rest } = readAll(Buffer.concat(chunks), toHead, end !== "answered");
        resolve({ answers, end, rest, ms: performance.now() - began });
      } catch (error) {
        reject(error);
      }
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => settle("silent"), patienceMs);
    };
    socket.on("connect", () => {
      socket.write(bytes);
      if (finish) socket.end();
      wait();
    });
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      try {
        const all = Buffer.concat(chunks);
        if (readAll(all, toHead, false).answers.length >= wanted) return settle("answered");
      } catch {
        return settle("closed");
      }
      wait();
    });
    socket.on("end", () => settle("closed"));
    socket.on("close", () => settle("closed"));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      settle(error.code === "ECONNREFUSED" ? "refused" : "reset"),
    );
  });
}

function readAll(bytes: Buffer, toHead: boolean, closed: boolean) {
  const answers: Answer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const read = readAnswer(bytes.subarray(at), { toHead: toHead && at === 0, closed });
    if (read === null) break;
    answers.push(read.answer);
    at += read.length;
  }
  return { answers, rest: bytes.length - at };
}
