// Goal: faults that fuzzing found stay fixed, and the runtime still rejects the invalid requests that
// maitred leaves to it. Method: each request is sent byte for byte.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { exchange, type Outcome } from "./exchange.ts";
import { type House, openHouse } from "./house.ts";
import { faultsOf } from "./judgement.ts";

setDefaultTimeout(60_000); // on a busy machine

let house: House;
beforeAll(async () => {
  house = await openHouse("webhook");
});
afterAll(() => house?.close());

/** `wanted`: how many answers to wait for. */
const send = (text: string, { finish = false, wanted = 99 } = {}): Promise<Outcome> =>
  exchange(house.port, Buffer.from(text, "latin1"), { wanted, patienceMs: 1000, finish });
const statuses = ({ answers }: Outcome): number[] => answers.map(({ status }) => status);
const logged = (word: string): string[] =>
  house.desk.log.split("\n").filter((line) => line.includes(word));
const HOST = "Host: 127.0.0.1\r\n";

describe("an invalid Host is refused without an internal error:", () => {
  test.each(
    ["127.0.0.1:99999", "127.999.1.1", "localhost:65536"].flatMap((host) =>
      ["/", "/connected-apps", "/b/demo-bistro", "/healthz", "/r/x"].map((path) => [path, host]),
    ),
  )("path %s with Host %s", async (path, host) => {
    const outcome = await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, { wanted: 1 });
    expect(statuses(outcome)).toEqual([400]);
    const bytes = Buffer.alloc(0);
    expect(faultsOf(house, { route: path, what: "raw", bytes, framed: true }, outcome)).toEqual([]);
  });
});

test("a client that hangs up in the middle of a body causes no error in the log", async () => {
  for (const path of ["/token", "/register", "/session", "/hooks/sms/webhook", "/sign-in"]) {
    const form = "Content-Type: application/x-www-form-urlencoded\r\nOrigin: null\r\n";
    await send(`POST ${path} HTTP/1.1\r\n${HOST}${form}Content-Length: 50\r\n\r\na=b`, {
      finish: true,
    });
  }
  await house.desk.call("list_brands", {});
  expect(logged('"level":"error"')).toEqual([]);
});

test("a token at a wrong path is not logged", async () => {
  const token = house.secrets["feed of a calendar"] ?? "";
  for (const folder of ["/feed", "//feeds", "/FEEDS", "/a/feeds", ""]) {
    await send(`GET ${folder}/${token}.ics HTTP/1.1\r\n${HOST}\r\n`, { wanted: 1 });
  }
  await house.desk.call("list_brands", {});
  expect(logged(token)).toEqual([]);
});

describe("a second request cannot be hidden behind a first by", () => {
  const hidden = `GET /hidden-behind HTTP/1.1\r\n${HOST}\r\n`;
  test.each([
    [
      "a content length and a transfer coding",
      "Content-Length: 6\r\nTransfer-Encoding: chunked",
      "0\r\n\r\n",
    ],
    ["two content lengths", "Content-Length: 4\r\nContent-Length: 0", "abcd"],
    ["a list of content lengths", "Content-Length: 4, 4", "abcd"],
    ["a content length with a sign", "Content-Length: +4", "abcd"],
    ["a content length in hexadecimal", "Content-Length: 0x4", "abcd"],
    ["an unknown transfer coding", "Transfer-Encoding: xchunked", "0\r\n\r\n"],
    ["two transfer codings", "Transfer-Encoding: chunked, identity", "0\r\n\r\n"],
    ["a space before the colon", "Transfer-Encoding : chunked", "0\r\n\r\n"],
    ["a transfer coding after a bare line feed", "X: y\nTransfer-Encoding: chunked", "0\r\n\r\n"],
    ["a folded line", "X: y\r\n Transfer-Encoding: chunked", "0\r\n\r\n"],
  ])("%s", async (_how, headers, body) => {
    const outcome = await send(`POST /token HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}${hidden}`);
    expect(statuses(outcome).filter((status) => status !== 400)).toEqual([]);
    await house.desk.call("list_brands", {});
    expect(logged("hidden-behind")).toEqual([]);
  });
});

describe("an invalid or too large request is refused with an empty body, and the connection is closed:", () => {
  test.each([
    ["no Host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["a zero byte in a header", `GET / HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, 400],
    ["a zero byte in the address", `GET /a\0b HTTP/1.1\r\n${HOST}\r\n`, 505],
    ["bare line feeds", "GET / HTTP/1.1\nHost: 127.0.0.1\n\n", 505],
    ["HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["a header of 40 KB", `GET / HTTP/1.1\r\n${HOST}X: ${"a".repeat(40_000)}\r\n\r\n`, 431],
    ["six hundred headers", `GET / HTTP/1.1\r\n${HOST}${"X: y\r\n".repeat(600)}\r\n`, 431],
    ["a body of 100 MB", `POST /mcp HTTP/1.1\r\n${HOST}Content-Length: 104857600\r\n\r\n`, 413],
    [
      "a chunk without a length",
      `POST /token HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\ng\r\n`,
      400,
    ],
  ])("%s", async (_what, text, status) => {
    const outcome = await send(text);
    expect([statuses(outcome).slice(0, 1), outcome.end]).toEqual([[status], "closed"]);
    expect(outcome.answers[0]?.body.length).toBe(0);
  });
});
