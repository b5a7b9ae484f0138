import type { Dice } from "./dice.ts";

/** Texts that have caused faults in programs. */
export const TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\r\nX-Injected: yes",
  "%00",
  "%",
  "%zz",
  "%c0%ae%c0%ae/",
  "../../../../etc/passwd",
  "..%2f..%2fsecret.key",
  "//evil.example",
  "javascript:alert(1)",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE reservation; --",
  "{{7*7}}<%= 7*7 %>",
  "{link}",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "null",
  "undefined",
  "NaN",
  "-1",
  "1e309",
  "9007199254740993",
  "99999999999999999999999",
  "0x10",
  "\u202e\u200b\ufeff",
  "\ud800",
  "İıſK",
  "🍷".repeat(50),
  "é".repeat(200),
  "a".repeat(5000),
  "=cmd|' /C calc'!A0",
  "Friday, November 27, 2026",
  "Friday, Febtober 31, 2026",
  "7:30 PM",
  "25:61 XM",
  "+12127365000",
  "+000",
  "0".repeat(24),
  "demo-bistro",
  "vault-k7f3",
];

/** Any JSON value, including values that no client sends. */
export function anyJson(dice: Dice, depth = 3): string {
  switch (dice.roll(depth > 0 ? 11 : 8)) {
    case 0:
      return "null";
    case 1:
      return dice.pick(["true", "false"]);
    case 2:
      return String(dice.roll(300) - 20);
    case 3:
      return dice.pick(["1e999", "-0", "1.5", "12345678901234567890", "1E-400", "2147483648"]);
    case 4:
      return JSON.stringify(dice.pick(TEXTS));
    case 5:
      return dice.pick(['"\\u0000"', '"\\ud800"', '"\\uDFFFx"', "[]", "{}", '""']);
    case 6:
      return JSON.stringify(dice.pick(TEXTS)).repeat(1);
    case 7:
      return String(Date.UTC(2026, 10, 20) + dice.roll(10 ** 9));
    case 8:
      return `[${many(dice, () => anyJson(dice, depth - 1))}]`;
    case 9:
      return `{${many(dice, () => `${anyKey(dice)}:${anyJson(dice, depth - 1)}`)}}`;
    default:
      return nested(dice.pick([5, 60, 70, 500, 3000]), dice.pick(["[]", "{}"]));
  }
}

const anyKey = (dice: Dice): string =>
  JSON.stringify(dice.pick(["__proto__", "constructor", "a", "id", "name", "toJSON", "then", ""]));

const many = (dice: Dice, make: () => string): string =>
  Array.from({ length: dice.roll(5) }, make).join(",");

/** A JSON value nested `depth` levels deep. */
export const nested = (depth: number, kind: string): string =>
  kind === "{}"
    ? `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
    : `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** Random bytes. */
export const rubbish = (dice: Dice, most: number): Buffer =>
  Buffer.from(Array.from({ length: dice.roll(most) }, () => dice.roll(256)));

/** Headers with unusual or hostile values. */
export const HEADERS: readonly (readonly [string, string])[] = [
  ["Authorization", "Bearer"],
  ["Authorization", "Bearer "],
  ["Authorization", "bearer a b"],
  ["Authorization", "Basic Og=="],
  ["Authorization", "Basic %%%"],
  ["Authorization", "Bearer eyJhbGciOiJub25lIn0.e30."],
  ["Authorization", `Bearer ${"x".repeat(8000)}`],
  ["Authorization", "Bearer mtd_test_"],
  ["Authorization", "Digest username=a"],
  ["Host", "evil.example"],
  ["Host", "127.0.0.1:99999"],
  ["Host", "[::1"],
  ["Host", "localhost@evil.example"],
  ["Origin", "null"],
  ["Origin", "https://evil.example"],
  ["Origin", "http://127.0.0.1:1@evil.example"],
  ["Origin", "file://"],
  ["Cookie", "__Host-maitred=eyJ.a.b"],
  ["Cookie", "__Host-maitred="],
  ["Cookie", ";;=;a=b;__Host-maitred"],
  ["Cookie", `a=${"b".repeat(9000)}`],
  ["X-Forwarded-For", "10.0.0.1, 203.0.113.9"],
  ["X-Forwarded-For", "<script>"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Forwarded-Proto", "javascript"],
  ["Forwarded", 'for="[::1]";host=evil.example'],
  ["X-Brand-Slug", "vault-k7f3"],
  ["X-Brand-Slug", "__proto__"],
  ["X-Http-Method-Override", "DELETE"],
  ["Content-Type", "application/json"],
  ["Content-Type", "application/x-www-form-urlencoded; charset=utf-7"],
  ["Content-Type", "multipart/form-data; boundary=x"],
  ["Content-Type", "text/plain"],
  ["Content-Type", "application/json; charset=utf-16"],
  ["Content-Type", `a/${"b".repeat(3000)}`],
  ["Content-Encoding", "gzip"],
  ["Accept", "text/event-stream"],
  ["Accept", "*/*;q=0"],
  ["Accept-Encoding", "gzip, br, zstd"],
  ["MCP-Protocol-Version", "2026-07-28"],
  ["MCP-Protocol-Version", "2025-11-25, 2025-11-25"],
  ["MCP-Protocol-Version", "__proto__"],
  ["Mcp-Method", "tools/call"],
  ["Mcp-Name", "create_booking"],
  ["Mcp-Session-Id", "../.."],
  ["Last-Event-ID", "1"],
  ["If-None-Match", '"a", *'],
  ["If-Modified-Since", "never"],
  ["Range", "bytes=0-1,5-"],
  ["HX-Request", "true"],
  ["X-Live", "1"],
  ["Sec-Fetch-Site", "cross-site"],
  ["Accept-Language", "x-klingon,*;q=9"],
  ["User-Agent", "\u00ff\u00fe"],
];
