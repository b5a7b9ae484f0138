// Goal: why nobody can listen is said in words that are true, whatever went wrong before.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { listen } from "../../src/web/server.ts";

test("a name that leads nowhere is no address of this machine, whatever failed before", () => {
  // What the system said last stands in the error of Bun's server as well.
  expect(existsSync("/nowhere/at/all")).toBe(false);
  const host = "no-such-host.invalid";
  const listening = () => listen({ host, ports: [0] }, () => new Response());
  expect(listening).toThrow(`This machine has no address ${host} to listen on.`);
});
