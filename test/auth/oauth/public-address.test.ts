// Goal: addresses of this machine, local networks, cloud metadata and tunnels are not public;
// ordinary addresses are.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { isPublicAddress } from "../../../src/auth/oauth/public-address.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.1",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001:81b::200e",
  "2001:4860:4860::8888",
  // NAT64: both lead to 8.8.8.8 from a network without IPv4.
  "64:ff9b::808:808",
  "64:ff9b::8.8.8.8",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["this network", "0.0.0.0"],
  ["this network", "0.255.255.255"],
  ["private", "10.0.0.1"],
  ["private", "10.255.255.255"],
  ["carrier-grade NAT", "100.64.0.0"],
  ["carrier-grade NAT", "100.127.255.255"],
  ["loopback", "127.0.0.1"],
  ["loopback", "127.255.255.254"],
  ["link-local", "169.254.0.1"],
  ["cloud metadata", "169.254.169.254"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.255"],
  ["protocol assignments", "192.0.0.192"],
  ["documentation", "192.0.2.1"],
  ["6to4 relays", "192.88.99.1"],
  ["private", "192.168.0.1"],
  ["benchmarks", "198.18.0.1"],
  ["benchmarks", "198.19.255.255"],
  ["documentation", "198.51.100.1"],
  ["documentation", "203.0.113.1"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped loopback in hexadecimal", "::ffff:7f00:1"],
  ["an IPv4-mapped public address", "::ffff:8.8.8.8"],
  ["IPv4-compatible", "::8.8.8.8"],
  ["IPv4-translated", "::ffff:0:8.8.8.8"],
  ["NAT64 of a private address", "64:ff9b::10.0.0.1"],
  ["NAT64 of loopback", "64:ff9b::7f00:1"],
  ["local NAT64", "64:ff9b:1::808:808"],
  ["discard", "100::1"],
  ["Teredo", "2001::1"],
  ["ORCHID", "2001:20::1"],
  ["documentation", "2001:db8::1"],
  ["documentation", "3fff::1"],
  ["6to4 of loopback", "2002:7f00:1::"],
  ["unique local", "fc00::1"],
  ["cloud metadata", "fd00:ec2::254"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["a public address with a zone", "2606:4700:4700::1111%eth0"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["a host name", "app.example.com"],
  ["an incomplete address", "127.1"],
  ["a number", "2130706433"],
  ["hexadecimal", "0x7f000001"],
  ["octal", "0177.0.0.1"],
  ["brackets", "[2606:4700:4700::1111]"],
  ["an empty text", ""],
])("%s does not count as a public address: %s", (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test("every way to write an IPv6 address gives the same result", () => {
  const groups = fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, (parts) => {
      const long = parts.map((part) => part.toString(16).padStart(4, "0")).join(":");
      const short = new URL(`http://[${long}]/`).hostname.slice(1, -1);
      const upper = long.toUpperCase();
      const [high = 0, low = 0] = parts.slice(6);
      const dotted = [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
      const mixed = [...parts.slice(0, 6).map((part) => part.toString(16)), dotted].join(":");
      const judged = [long, short, upper, mixed].map(isPublicAddress);
      expect(new Set(judged).size).toBe(1);
    }),
  );
});

test("no address in 127.0.0.0/8, 10.0.0.0/8 or 192.168.0.0/16 is public, also not inside an IPv6 address", () => {
  const byte = fc.nat({ max: 255 });
  const inside = fc.oneof(
    fc.tuple(fc.constant("127"), byte, byte, byte),
    fc.tuple(fc.constant("10"), byte, byte, byte),
    fc.tuple(fc.constant("192"), fc.constant(168), byte, byte),
  );
  fc.assert(
    fc.property(inside, fc.constantFrom("", "::ffff:", "64:ff9b::", "::"), (parts, prefix) => {
      expect(isPublicAddress(prefix + parts.join("."))).toBe(false);
    }),
  );
});
