// Bytes that are not HTTP, or HTTP in which two readers might see different requests.
import type { Dice } from "./dice.ts";
import { type Draft, encoded, withHeader } from "./draft.ts";
import { rubbish } from "./hostile.ts";

/** The path of a hidden request. The application must never see it. */
export const SMUGGLED = "/smuggled-7d1f";

type Shape = (draft: Draft, dice: Dice) => Buffer;

/**
 * A second request hidden behind a first; its path contains `how`, so the log shows which trick
 * worked.
 */
const hidden = (how: string): string =>
  `GET ${SMUGGLED}/${encodeURIComponent(how)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

const posted = (draft: Draft, headers: string, body: string): Buffer =>
  Buffer.from(`POST ${draft.target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n\r\n${body}`);

/**
 * A request with a second one hidden behind it. The path of the second contains the headers that
 * hide it.
 */
const hiding = (draft: Draft, headers: string, body: string): Buffer =>
  posted(draft, headers, body + hidden(headers));

/** Replaces `from` by `to` in the request's bytes. */
const replaced = (draft: Draft, from: string | RegExp, to: string): Buffer =>
  Buffer.from(encoded(draft).toString("latin1").replace(from, to), "latin1");

const TRANSFER_CODINGS = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
  "X: y\nTransfer-Encoding: chunked",
  "Transfer-Encoding: \u000bchunked",
];

const LENGTHS = [
  "Content-Length: 4\r\nContent-Length: 0",
  "Content-Length: 4, 4",
  "Content-Length: +4",
  "Content-Length: -1",
  "Content-Length: 0x4",
  "Content-Length: 99999999999999999999",
  "Content-Length : 0",
  "Content-Length: 1e2",
  "Content-Length:",
];

const CHUNKS = [
  "0\r\n\r\n",
  `4\r\nabcd\r\n0\r\n\r\n`,
  `4;ext=\r\nabcd\r\n0\r\n\r\n`,
  `4\nabcd\n0\n\n`,
  `fffffffffffffffff\r\n`,
  `-1\r\n\r\n`,
  `g\r\n\r\n`,
  `0004\r\nabcd\r\n0\r\nTrailer: x\r\n\r\n`,
  `4\r\nabcdEXTRA\r\n0\r\n\r\n`,
  `${"0".repeat(5000)}\r\n\r\n`,
  `4;${"e".repeat(20_000)}\r\nabcd\r\n0\r\n\r\n`,
];

const SHAPES: readonly Shape[] = [
  // Contradictory lengths and codings.
  (draft, dice) =>
    posted(draft, `${dice.pick(LENGTHS)}\r\n${dice.pick(TRANSFER_CODINGS)}`, dice.pick(CHUNKS)),
  (draft, dice) =>
    hiding(draft, `Content-Length: 6\r\n${dice.pick(TRANSFER_CODINGS)}`, "0\r\n\r\n"),
  (draft, dice) => hiding(draft, dice.pick(LENGTHS), "abcd"),
  (draft, dice) => hiding(draft, dice.pick(TRANSFER_CODINGS.slice(1)), "0\r\n\r\n"),
  (draft, dice) => posted(draft, dice.pick(TRANSFER_CODINGS), dice.pick(CHUNKS)),
  // Line ends and folded lines.
  (draft) => replaced(draft, /\r\n/g, "\n"),
  (draft) => replaced(draft, "\r\n\r\n", "\r\n \r\n\r\n"),
  (draft) => replaced(draft, "\r\nHost:", "\r\n Host:"),
  (draft) => replaced(draft, "Host:", "Host :"),
  (draft) => replaced(draft, /Host: .*\r\n/, ""),
  (draft) => replaced(draft, "Host:", "Host: a.example\r\nHost:"),
  // The request line.
  (draft) => replaced(draft, "HTTP/1.1", "HTTP/1.0"),
  (draft) => replaced(draft, "HTTP/1.1", "HTTP/2.0"),
  (draft) => replaced(draft, " HTTP/1.1", ""),
  (draft) => replaced(draft, /^\w+ /, ""),
  (draft) => replaced(draft, /^(\w+) /, "$1\t"),
  (draft) => replaced(draft, /^(\w+) \//, "$1 http://evil.example/"),
  (draft) => replaced(draft, /^(\w+) (\S*)/, "$1 $2\u0000$2"),
  (draft) => replaced(draft, /^\w+ \S+/, "OPTIONS *"),
  (draft) => replaced(draft, /^\w+ \S+/, "CONNECT evil.example:443"),
  (draft) => replaced(draft, /^(\w+) (\S*)/, `$1 $2?${"u".repeat(20_000)}`),
  // Too long, or too many.
  (draft) => encoded(withHeader(draft, "X-Long", "h".repeat(40_000))),
  (draft) => replaced(draft, "Host:", `${"X-Many: y\r\n".repeat(600)}Host:`),
  (draft) => encoded(withHeader(draft, "Content-Length", "104857600")),
  (draft) => encoded(withHeader(draft, "Expect", "100-continue")),
  (draft) =>
    encoded(withHeader(withHeader(draft, "Connection", "Upgrade"), "Upgrade", "websocket")),
  (draft) => encoded(withHeader(withHeader(draft, "Connection", "Upgrade"), "Upgrade", "h2c")),
  // Several requests on one connection, and bytes that are not a request.
  (draft, dice) => Buffer.concat(Array.from({ length: 2 + dice.roll(6) }, () => encoded(draft))),
  (_draft, dice) => rubbish(dice, 500),
  () => Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  () => Buffer.from("16030100a5010000a10303", "hex"),
  (draft, dice) => encoded(draft).subarray(0, dice.roll(200)),
  // A correct request with some bytes replaced.
  (draft, dice) => {
    const bytes = encoded(draft);
    for (let n = dice.roll(6); n >= 0; n -= 1) bytes[dice.roll(bytes.length)] = dice.roll(256);
    return bytes;
  },
];

export const inRawShape = (draft: Draft, dice: Dice): Buffer => dice.pick(SHAPES)(draft, dice);
