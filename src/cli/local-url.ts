const EVERY_ADDRESS = ["0.0.0.0", "::"];

/**
 * Where this machine reaches a server that listens on `host` (a name or an address): there, or on
 * the loopback address where it listens on all. Without a trailing slash.
 */
export function localUrl(host: string, port: number): string {
  const address = EVERY_ADDRESS.includes(host) ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
