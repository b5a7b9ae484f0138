// Goal: rate limits count requests by the client's real address. Forwarding headers are believed only
// if they come from trusted proxies.
import { expect, test } from "bun:test";
import { createClientAddress } from "../../src/web/client-address.ts";

test.each<[string, string[], string | undefined, string | null, string]>([
  ["no proxy", [], "203.0.113.9", null, "203.0.113.9"],
  ["a header from an untrusted peer", [], "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a trusted proxy", ["10.0.0.0/8"], "10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["two trusted proxies", ["10.0.0.0/8"], "10.1.2.3", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
  [
    "a forged address before the real one",
    ["10.0.0.0/8"],
    "10.1.2.3",
    "1.1.1.1, 198.51.100.1",
    "198.51.100.1",
  ],
  ["a header that names only proxies", ["10.0.0.0/8"], "10.1.2.3", "10.4.4.4", "10.4.4.4"],
  ["nonsense in the header", ["10.0.0.0/8"], "10.1.2.3", "nonsense", "10.1.2.3"],
  [
    "a trusted proxy given as one address",
    ["127.0.0.1"],
    "127.0.0.1",
    "2001:db8::1",
    "2001:db8::1",
  ],
  ["an IPv6 proxy", ["fd00::/8"], "fd00::5", "198.51.100.1", "198.51.100.1"],
  [
    "an IPv4 peer of an IPv6 socket",
    ["10.0.0.0/8"],
    "::ffff:10.1.2.3",
    "198.51.100.1",
    "198.51.100.1",
  ],
  ["a port after the address", ["10.0.0.0/8"], "10.1.2.3", "198.51.100.1:51234", "198.51.100.1"],
  [
    "a port after an IPv6 address",
    ["10.0.0.0/8"],
    "10.1.2.3",
    "[2001:db8::1]:51234",
    "2001:db8::1",
  ],
  ["IPv6 in brackets", ["10.0.0.0/8"], "10.1.2.3", "[2001:db8::1]", "2001:db8::1"],
  [
    "IPv6 whose end looks like a port",
    ["10.0.0.0/8"],
    "10.1.2.3",
    "2001:db8::1:5123",
    "2001:db8::1:5123",
  ],
  ["a server that does not know its peer", [], undefined, "198.51.100.1", "unknown"],
])("rate limits use the right address with %s", (_why, trusted, peer, forwarded, expected) => {
  const headers = forwarded === null ? {} : { "X-Forwarded-For": forwarded };
  const request = new Request("http://x/", { headers });
  expect(createClientAddress(trusted)(request, peer)).toBe(expected);
});
