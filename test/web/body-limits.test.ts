// Goal: request bodies that arrive slowly can use only a limited amount of memory. An address that
// sends too many of them is refused, and other addresses are served.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import * as fc from "fast-check";
import { createBodyLimits } from "../../src/web/body-limits.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";

describe("the memory for request bodies", () => {
  const step = fc.record({
    address: fc.constantFrom("10.0.0.1", "10.0.0.2", "2001:db8::1", "2001:db8::2", "unknown"),
    bytes: fc.integer({ min: 1, max: 60 }),
    leaves: fc.boolean(),
  });

  test("stays within its limits, and is empty when all requests have ended", () => {
    const run = (steps: readonly { address: string; bytes: number; leaves: boolean }[]): void => {
      const room = createBodyLimits({ perAddress: 100, inAll: 250 });
      const inside: { network: string; bytes: number; leave: () => void }[] = [];
      const sum = (network?: string): number =>
        inside.reduce(
          (total, one) =>
            network === undefined || one.network === network ? total + one.bytes : total,
          0,
        );
      for (const { address, bytes, leaves } of steps) {
        if (leaves) inside.shift()?.leave();
        const network = address.startsWith("2001:db8:") ? "2001:db8" : address;
        const leave = room.enter(address, bytes);
        if (leave === "address") expect(sum(network) + bytes).toBeGreaterThan(100);
        else if (leave === "everybody") expect(sum() + bytes).toBeGreaterThan(250);
        else inside.push({ network, bytes, leave });
        expect(sum(network)).toBeLessThanOrEqual(100);
        expect(sum()).toBeLessThanOrEqual(250);
      }
      for (const { leave } of inside) leave();
      for (const address of ["a", "b"]) expect(room.enter(address, 100)).toBeFunction();
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 60 }), run));
  });
});

describe("a request with a body", () => {
  let served: ServedApp;
  const open: Socket[] = [];
  beforeAll(async () => {
    served = await serveApp({ app: { trustedProxies: ["127.0.0.1"] } });
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await served[Symbol.asyncDispose]();
  });

  const from = (address: string) => ({ "X-Forwarded-For": address });
  const post = (address: string, body: string): Promise<Response> =>
    fetch(`${served.url}/hooks/sms/twilio`, { method: "POST", headers: from(address), body });

  /** Begins a body and never finishes it. */
  const begin = (address: string): void => {
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      "POST /hooks/sms/twilio HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n" +
        `X-Forwarded-For: ${address}\r\n\r\n1\r\na\r\n`,
    );
    open.push(socket);
  };

  test("is refused if its address has many unfinished bodies; other addresses are served", async () => {
    // An address may use 8 MiB, and an unfinished body counts as 68 KiB: 120 of them fit.
    for (let n = 0; n < 130; n += 1) begin("203.0.113.1");
    let refused = await post("203.0.113.1", "x".repeat(60_000));
    while (refused.status !== 429) refused = await post("203.0.113.1", "x".repeat(60_000));
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" });
    expect((await post("203.0.113.2", "x".repeat(60_000))).status).toBe(404);
    const healthy = await fetch(`${served.url}/healthz`, { headers: from("203.0.113.1") });
    expect(healthy.status).toBe(200);
  });

  test("is accepted again once the unfinished requests have ended", async () => {
    for (const socket of open.splice(0)) socket.destroy();
    let answer = await post("203.0.113.1", "x".repeat(60_000));
    while (answer.status !== 404) answer = await post("203.0.113.1", "x".repeat(60_000));
    expect(answer.status).toBe(404);
  });
});
