// Goal: whoever floods the desk, with connections, bytes or requests, takes a bounded amount of its
// memory, and somebody who just wants to work is served meanwhile. The short form; npm run floods
// pours as much as this machine lets it.
import { expect, setDefaultTimeout, test } from "bun:test";
import { CONNECTION_FLOODS } from "./connection-floods.ts";
import { endure, type Flood } from "./flood.ts";
import { deployedDesk, type FloodedDesk, floodedDesk } from "./flooded-desk.ts";
import { DEPLOYED_FLOODS, REQUEST_FLOODS } from "./request-floods.ts";

setDefaultTimeout(120_000); // servers on a machine that is busy

/** What is endured by waiting, ten seconds of it, has a desk of its own. */
const isSlow = ({ name }: Flood): boolean => name.includes("byte by byte");
const KINDS: readonly [string, () => Promise<FloodedDesk>, readonly Flood[]][] = [
  ["of headers that never end", floodedDesk, CONNECTION_FLOODS.filter(isSlow)],
  ["of connections and bytes", floodedDesk, CONNECTION_FLOODS.filter((one) => !isSlow(one))],
  ["of requests", floodedDesk, REQUEST_FLOODS],
  ["against a desk as it is deployed", deployedDesk, DEPLOYED_FLOODS],
];

test.concurrent.each(KINDS)("floods %s are endured", async (_what, open, floods) => {
  await using target = await open();
  const faults: Record<string, readonly string[]> = {};
  for (const flood of floods) {
    const endured = await endure(target, flood, { size: flood.sizes[0], patience: 0.2 });
    if (endured.faults.length > 0) faults[flood.name] = endured.faults;
  }
  expect(faults).toEqual({});
});
