// Goal: the printed address, which the health check also uses, reaches the server.
import { expect, test } from "bun:test";
import { localUrl } from "../../src/instance/server.ts";

test.each([
  ["127.0.0.1", "http://127.0.0.1:80"],
  ["::1", "http://[::1]:80"],
  ["localhost", "http://localhost:80"],
  ["192.168.1.5", "http://192.168.1.5:80"],
  // A server that listens on all addresses can be reached by loopback.
  ["0.0.0.0", "http://127.0.0.1:80"],
  ["::", "http://127.0.0.1:80"],
])("a server that listens on %s is reached at %s", (host, url) => {
  expect(localUrl(host, 80)).toBe(url);
});
