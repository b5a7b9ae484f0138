// Goal: if the server cannot listen, it gives the true reason, even after another system error.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { systemRefusal } from "../../src/cli/system-error.ts";
import { listen } from "../../src/web/server.ts";

test("a host name that does not lead to this machine is named as the reason, even after another system error", () => {
  // Causes a system error, which Bun then puts into the error of its server too.
  expect(existsSync("/nowhere/at/all")).toBe(false);
  const host = "no-such-host.invalid";
  const listening = () => listen({ host, ports: [0] }, () => new Response());
  expect(listening).toThrow(`This machine has no address ${host} to listen on.`);
});

test("for a host name that does not lead to this machine no other port is suggested, even if the port is taken", () => {
  const taken = listen({ host: "localhost", ports: [0] }, () => new Response());
  const ports = [taken.port ?? 0];
  const refused = (host: string) => {
    try {
      void listen({ host, ports }, () => new Response()).stop(true);
      throw new Error("The server listens");
    } catch (error) {
      return systemRefusal(error);
    }
  };
  try {
    expect(refused("localhost")).toEqual({
      code: "PORT_IN_USE",
      message: `Port ${ports[0]} of localhost is in use by another program. Choose another port with --port.`,
    });
    expect(refused("no-such-host.invalid")).toEqual({
      code: "CANNOT_LISTEN",
      message:
        "This machine has no address no-such-host.invalid to listen on. Use an address of this " +
        "machine with --host, such as 127.0.0.1, or 0.0.0.0 for all addresses.",
    });
  } finally {
    void taken.stop(true);
  }
});
