import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** RFC 6890 and the IANA registries. */
const NOT_PUBLIC_V4 = [
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
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** All public IPv6 addresses are in this range. */
const UNICAST_V6 = ipaddr.IPv6.parseCIDR("2000::/3");
const NOT_PUBLIC_V6 = [
  "2001::/23",
  "2001:db8::/32",
  // 6to4 addresses contain an IPv4 address, which may be private.
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
].map((range) => ipaddr.IPv6.parseCIDR(range));
/** NAT64 addresses contain an IPv4 address (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** False for every doubtful address, such as a multicast address or an IPv6 address with a zone. */
export function isPublicAddress(text: string): boolean {
  const family = isIP(text);
  if (family === 4) return isPublicV4(ipaddr.IPv4.parse(text));
  if (family !== 6 || text.includes("%")) return false;
  const address = ipaddr.IPv6.parse(text);
  if (address.match(NAT64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(-4)));
  return address.match(UNICAST_V6) && !NOT_PUBLIC_V6.some((range) => address.match(range));
}

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  !NOT_PUBLIC_V4.some((range) => address.match(range));
