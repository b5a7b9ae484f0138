import { isIP } from "node:net";

/**
 * Whether an address belongs to the public internet, so that asking it reveals nothing of the
 * networks that only this machine reaches (RFC 6890 and the registries it started). Anything that
 * is not plainly public is refused: mapped and tunnelled IPv4, zones, multicast, documentation.
 */
export function isPublicAddress(text: string): boolean {
  const family = isIP(text);
  if (family === 4) return isPublicV4(v4Number(text));
  if (family !== 6 || text.includes("%")) return false;
  return isPublicV6(v6Number(text));
}

/** First address and prefix length of each range that is not public. */
const NOT_PUBLIC_V4 = ranges(4, [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/** Where IANA gives out addresses; all the rest is for something else. */
const UNICAST_V6 = range(6, "2000::/3");
const NOT_PUBLIC_V6 = ranges(6, [
  "2001::/23",
  "2001:db8::/32",
  // 6to4 and its like carry an IPv4 address inside.
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
]);
/** How a network without IPv4 reaches it (RFC 6052): as public as the address inside. */
const NAT64 = range(6, "64:ff9b::/96");

const isPublicV4 = (value: bigint): boolean => !NOT_PUBLIC_V4.some((holds) => holds(value));

function isPublicV6(value: bigint): boolean {
  if (NAT64(value)) return isPublicV4(value & 0xffff_ffffn);
  return UNICAST_V6(value) && !NOT_PUBLIC_V6.some((holds) => holds(value));
}

type Range = (value: bigint) => boolean;

function ranges(family: 4 | 6, texts: readonly string[]): readonly Range[] {
  return texts.map((text) => range(family, text));
}

function range(family: 4 | 6, text: string): Range {
  const [first = "", length] = text.split("/");
  const shift = BigInt((family === 4 ? 32 : 128) - Number(length));
  const prefix = (family === 4 ? v4Number(first) : v6Number(first)) >> shift;
  return (value) => value >> shift === prefix;
}

function v4Number(text: string): bigint {
  return text.split(".").reduce((value, part) => value * 256n + BigInt(part), 0n);
}

function v6Number(text: string): bigint {
  const dotted = /[^:]*\.[^:]*$/.exec(text)?.[0];
  const plain =
    dotted === undefined ? text : text.slice(0, -dotted.length) + hexadecimal(v4Number(dotted));
  const [head = "", tail] = plain.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...(tail === undefined ? [] : zeros), ...after].reduce(
    (value, group) => value * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

const hexadecimal = (value: bigint): string =>
  `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
