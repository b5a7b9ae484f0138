import { BlockList, isIP } from "node:net";

/** Returns the client's IP address, or "unknown". */
export type ClientAddress = (request: Request, peer: string | undefined) => string;

/**
 * Starts at the connection's address and goes back through `X-Forwarded-For` to the first address that is
 * not a trusted proxy's. Believes the header only from trusted proxies, because any client can forge it.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const range of trustedProxies) addRange(trusted, range);
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return (request, peer) => {
    if (peer === undefined) return "unknown";
    let address = plainAddress(peer);
    const forwarded = request.headers.get("x-forwarded-for");
    if (forwarded === null) return address;
    for (const hop of forwarded.split(",").toReversed()) {
      if (!isTrusted(address)) break;
      const next = plainAddress(withoutPort(hop.trim()));
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

function addRange(list: BlockList, range: string): void {
  const [address = "", bits] = range.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

/** An IPv4 peer of a dual-stack socket arrives as ::ffff:a.b.c.d. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** Some proxies write the client's port too: `192.0.2.1:51234`, `[2001:db8::1]:51234`. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
