// Goal: only an Authorization header with exactly one bearer token gives a token.
import { expect, test } from "bun:test";
import { type Presented, presentedToken } from "../../src/auth/bearer.ts";

const token = (value: string): Presented => ({ kind: "token", token: value });
const none: Presented = { kind: "none" };
const malformed: Presented = { kind: "malformed" };

test.each<[string | null, Presented]>([
  [null, none],
  ["", none],
  ["Bearer", none],
  ["Bearer ", none],
  ["Basic dXNlcjpwYXNz", none],
  ["Token abc", none],
  ["Bearerabc", none],
  ["Bearer abc", token("abc")],
  ["bearer abc", token("abc")],
  ["BEARER   abc", token("abc")],
  ["  Bearer abc  ", token("abc")],
  ["Bearer abc.def-ghi_jkl~mno+pqr/stu==", token("abc.def-ghi_jkl~mno+pqr/stu==")],
  ["Bearer a b", malformed],
  ["Bearer a, Bearer b", malformed],
  ["Basic abc, Bearer b", malformed],
  ["Bearer a,b", malformed],
  ["Bearer abc\u00e9", malformed],
  ['Bearer "abc"', malformed],
  ["Bearer =", malformed],
])("%p is read as %p", (header, expected) => {
  expect(presentedToken(header)).toEqual(expected);
});

test("a token of 1024 characters is accepted, a longer one is not", () => {
  expect(presentedToken(`Bearer ${"a".repeat(1024)}`).kind).toBe("token");
  expect(presentedToken(`Bearer ${"a".repeat(1025)}`).kind).toBe("malformed");
});
