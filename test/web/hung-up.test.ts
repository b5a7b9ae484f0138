// Goal: a client that closes the connection in the middle of a request causes no warning and no
// error in the log.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { type ServedApp, serveApp } from "../support/served-app.ts";

let served: ServedApp;
let key: string;
beforeAll(async () => {
  served = await serveApp();
  ({ key } = await served.issueKey());
});
afterAll(() => served[Symbol.asyncDispose]());

const chunked = (path: string, more = ""): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n` +
  `Content-Type: application/json\r\n${more}\r\n5\r\n{"a":\r\n`;

/** Sends the beginning of a request and closes the connection. Returns the log lines about it. */
async function hangUp(text: string) {
  const before = served.log.length;
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.write(text);
  const since = () => served.log.slice(before);
  while (!since().some(({ event }) => event === "request")) {
    await Bun.sleep(5);
    if (socket.writableLength === 0) socket.destroy();
  }
  return since();
}

test.each([
  ["a webhook request", () => chunked("/hooks/sms/twilio")],
  ["a call of a tool", () => chunked("/mcp", `Authorization: Bearer ${key}\r\n`)],
])("%s that breaks off is logged once, with the status 499", async (_what, text) => {
  const lines = await hangUp(text());
  expect(lines.filter(({ level }) => level === "error" || level === "warn")).toEqual([]);
  expect(lines.map(({ fields }) => fields["status"])).toEqual([499]);
});
