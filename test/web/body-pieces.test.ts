// Goal: a body that arrives byte by byte does not delay other requests: on every path, reading
// stops after 4096 chunks, and the answer says why.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { readBounded, TooManyPieces } from "../../src/auth/bounded-body.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { OWN_FORM } from "../support/page-visitor.ts";

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

/**
 * The answer to a body of `count` chunks of one space each. The connection is closed afterwards.
 */
async function sent(path: string, count: number, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(desk.url);
  const socket = connect(Number(port), hostname);
  const all = { Host: hostname, Connection: "close", "Transfer-Encoding": "chunked", ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join("")}\r\n`);
  socket.write(`${"1\r\n \r\n".repeat(count)}0\r\n\r\n`);
  let answer = "";
  for await (const text of socket.setEncoding("utf8")) answer += String(text);
  return answer;
}

const JSON_TYPE = { "Content-Type": "application/json" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
test.each([
  ["/mcp", () => ({ ...JSON_TYPE, Authorization: `Bearer ${desk.apiKey}` })],
  ["/register", () => JSON_TYPE],
  ["/token", () => FORM],
  ["/session", () => JSON_TYPE],
  ["/hooks/sms/twilio", () => FORM],
  ["/sign-in", () => ({ ...FORM, ...OWN_FORM })],
])("%s refuses ten thousand chunks, and reads a thousand", async (path, headers) => {
  const many = await sent(path, 10_000, headers());
  expect(many).toStartWith("HTTP/1.1 413 ");
  // OAuth defines this code, too (RFC 6749, section 5.2).
  expect(many).toContain('"error":"invalid_request"');
  expect(many).toContain("The body comes in more than 4096 pieces.");
  expect(await sent(path, 1000, headers())).not.toContain("pieces");
  expect(desk.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test("nothing is read after the last allowed chunk", async () => {
  let read = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (; read < 10_000; read += 1) yield await Promise.resolve(new Uint8Array(1));
  }
  const whole = readBounded(pieces(), 10_000);
  expect(whole).rejects.toThrow(TooManyPieces);
  await whole.catch(() => undefined);
  expect(read).toBe(4096);
});
