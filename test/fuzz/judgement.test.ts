// Goal: the rules of judgement.ts find every kind of fault, and accept correct answers.
import { expect, test } from "bun:test";
import type { Answer, Outcome } from "./exchange.ts";
import { GUEST_PHONE, type House } from "./house.ts";
import { faultsOf } from "./judgement.ts";

const KEY = "mtd_test_key-of-somebody-else";
/** The vault is a restaurant to which no caller has access, so no answer may show its data. */
const house = {
  secrets: { "bearer 0": "token-of-a-host", "key of the vault": KEY },
  vault: ["Quirina Vaultguest"],
} as unknown as House;

const HEADERS = {
  "x-request-id": "1",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'",
  "referrer-policy": "no-referrer",
  "content-type": "application/json",
};
const REFUSED = '{"error":"a","error_description":"B."}';

function outcome(status: number, body: string, headers: Record<string, string> = {}): Outcome {
  const all = new Map(Object.entries({ ...HEADERS, ...headers }));
  const head = [...all].map((pair) => pair.join(": ")).join("\r\n");
  const answer: Answer = { status, headers: all, head, body: Buffer.from(body), ended: true };
  return { answers: [answer], end: "answered", rest: 0, ms: 1 };
}

const asked = (text = "GET / HTTP/1.1\r\n\r\n", route = "/") => ({
  route,
  what: "valid",
  bytes: Buffer.from(text),
  framed: true,
});
const faults = (came: Outcome, request = asked()): string[] => faultsOf(house, request, came);

test.each([
  ["a refusal", outcome(404, REFUSED)],
  ["a JSON-RPC error", outcome(400, '{"jsonrpc":"2.0","error":{"code":-1,"message":"x"}}')],
  ["a page", outcome(404, "<!DOCTYPE html><html></html>", { "content-type": "text/html" })],
  [
    "the answer of an instance that is not ready",
    outcome(503, '{"status":"not_ready","checks":{}}'),
  ],
])("%s passes", (_what, came) => {
  expect(faults(came)).toEqual([]);
});

test.each([
  ["an internal error", outcome(500, REFUSED), /status 500/],
  ["an unexplained 503", outcome(503, REFUSED), /status 503/],
  ["a stack trace", outcome(200, '{"a":"x\n    at f (/a/b.ts:1:2)"}'), /internals/],
  ["a message of the database", outcome(400, REFUSED.replace("B", "SQLITE_BUSY")), /internals/],
  [
    "half a page",
    outcome(404, "<!DOCTYPE html><p>", { "content-type": "text/html" }),
    /half a page/,
  ],
  ["an error in an unknown format", outcome(400, '{"message":"x"}'), /no known shape/],
  ["plain text", outcome(400, "no", { "content-type": "text/plain" }), /as text\/plain/],
  ["somebody else's key", outcome(200, `{"a":"${KEY}"}`), /key of the vault/],
  ["a secret in a header", outcome(200, "{}", { location: `/${KEY}` }), /key of the vault/],
  ["a guest of another restaurant", outcome(200, '{"a":"Quirina Vaultguest"}'), /vault/],
  ["a guest's phone", outcome(200, `{"a":"${GUEST_PHONE}"}`), /phone/],
  [
    "a header injected through a value of the request",
    outcome(200, "{}", { "x-injected": "yes" }),
    /through a value/,
  ],
])("an answer is faulty if it is or contains %s", (_what, came, fault) => {
  expect(faults(came).join("\n")).toMatch(fault);
});

test("a signed-in user may see a guest's phone, and an answer may repeat a secret from the body of its request", () => {
  const phone = outcome(200, `{"a":"${GUEST_PHONE}"}`);
  expect(faults(phone, asked("GET / HTTP/1.1\r\nCookie: a=token-of-a-host\r\n\r\n"))).toEqual([]);
  const echo = outcome(200, `{"a":"${KEY}"}`);
  expect(faults(echo, asked(`POST / HTTP/1.1\r\n\r\n${KEY}`))).toEqual([]);
  expect(faults(echo, asked(`GET / HTTP/1.1\r\nAuthorization: Bearer ${KEY}\r\n\r\n`))).not.toEqual(
    [],
  );
});

test("a missing header, no answer, a dead server and too many bytes are found", () => {
  const { "x-frame-options": _lost, ...left } = HEADERS;
  const whole = outcome(200, "{}");
  const answers = whole.answers.map((answer) => ({
    ...answer,
    headers: new Map(Object.entries(left)),
  }));
  const bare: Outcome = { ...whole, answers };
  expect(faults(bare)).toEqual(["200 without x-frame-options"]);
  const none = { answers: [], rest: 0, ms: 20_000 };
  expect(faults({ ...none, end: "silent" })).toEqual(["no answer within 20000 ms"]);
  expect(faults({ ...none, end: "refused" })).toEqual(["the server no longer listens"]);
  expect(faults({ ...outcome(404, REFUSED), rest: 3 })).toEqual(["3 bytes after the answer"]);
});
