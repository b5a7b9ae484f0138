// Goal: each address may make only a few attempts, such as sign-ins, and gains new ones by waiting.
// The number of addresses in memory is limited.
import { expect, test } from "bun:test";
import { createAttemptLimit, networkOf } from "../../src/auth/attempt-limit.ts";

test("after a burst of attempts an address gains one attempt per interval", () => {
  let now = 1_000;
  const limit = createAttemptLimit(() => now, { burst: 3, refillMs: 1_000 });
  expect([1, 2, 3].map(() => limit.take("a"))).toEqual([null, null, null]);
  expect(limit.take("a")).toBe(1);
  now += 999;
  expect(limit.take("a")).toBe(1);
  now += 1;
  expect(limit.take("a")).toBeNull();
  expect(limit.take("a")).toBe(1);
});

test("each address is counted separately, and gains attempts with time", () => {
  let now = 0;
  const limit = createAttemptLimit(() => now, { burst: 2, refillMs: 1_000 });
  limit.take("a");
  limit.take("a");
  expect(limit.take("a")).toBe(1);
  expect(limit.take("b")).toBeNull();
  now += 60_000;
  expect([limit.take("a"), limit.take("a"), limit.take("a")]).toEqual([null, null, 1]);
});

test("when a clock that was ahead is set back, an address waits at most one interval", () => {
  let now = 94_608_000_000;
  const limit = createAttemptLimit(() => now, { burst: 2, refillMs: 1_000 });
  for (const _ of [1, 2, 3]) limit.take("a");
  now = 0;
  expect(limit.take("a")).toBe(1);
  now += 1_000;
  expect([limit.take("a"), limit.take("a")]).toEqual([null, 1]);
});

test("a limited number of addresses is remembered; the one whose last attempt is oldest is forgotten first", () => {
  const limit = createAttemptLimit(() => 0, { burst: 1, refillMs: 1_000, maxAddresses: 2 });
  for (const address of ["a", "b", "c"]) limit.take(address);
  expect(limit.take("c")).toBe(1);
  expect(limit.take("b")).toBe(1);
  expect(limit.take("a")).toBeNull();
});

test("all addresses of an IPv6 network share their attempts", () => {
  const limit = createAttemptLimit(() => 0, { burst: 2, refillMs: 1_000 });
  const addresses = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2:a:b:c:d"];
  expect(addresses.map((address) => limit.take(address))).toEqual([null, null, 1]);
  expect(limit.take("2001:db8:1:3::1")).toBeNull();
});

test.each([
  ["2001:db8:1:2:a:b:c:d", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["2001:db8:1:2:3:4:5::", "2001:db8:1:2::/64"],
  ["::1", "::/64"],
  ["::", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b::/64"],
  ["192.0.2.1", "192.0.2.1"],
  ["app.example.com:8443", "app.example.com:8443"],
  ["unknown", "unknown"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
