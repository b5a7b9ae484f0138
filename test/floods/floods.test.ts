// Goal: under a flood of connections, bytes or requests, the server uses a limited amount of memory
// and still serves a normal client. This is the short form; npm run floods sends as much as this
// machine can.
import { expect, setDefaultTimeout, test } from "bun:test";
import { CONNECTION_FLOODS } from "./connection-floods.ts";
import { endure, type Flood } from "./flood.ts";
import { deployedDesk, type FloodedDesk, floodedDesk } from "./flooded-desk.ts";
import { DEPLOYED_FLOODS, REQUEST_FLOODS } from "./request-floods.ts";

setDefaultTimeout(120_000); // servers start slowly on a busy machine

/**
 * The server closes these connections only after ten seconds, so they get their own server and run
 * at the same time as the other floods.
 */
const isSlow = ({ name }: Flood): boolean => name.includes("byte by byte");
const KINDS: readonly [string, () => Promise<FloodedDesk>, readonly Flood[]][] = [
  ["of headers that never end", floodedDesk, CONNECTION_FLOODS.filter(isSlow)],
  ["of connections and bytes", floodedDesk, CONNECTION_FLOODS.filter((one) => !isSlow(one))],
  ["of requests", floodedDesk, REQUEST_FLOODS],
  ["of requests, with all of the server's limits on", deployedDesk, DEPLOYED_FLOODS],
];

test.concurrent.each(KINDS)("the server survives floods %s", async (_what, open, floods) => {
  await using target = await open();
  const faults: Record<string, readonly string[]> = {};
  for (const flood of floods) {
    const endured = await endure(target, flood, { size: flood.sizes[0], patience: 0.2 });
    if (endured.faults.length > 0) faults[flood.name] = endured.faults;
  }
  expect(faults).toEqual({});
});
