// Goal: whoever floods the desk, with connections, bytes or requests, takes a bounded amount of its
// memory, and somebody who just wants to work is served meanwhile. The short form; npm run floods
// pours as much as this machine lets it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { CONNECTION_FLOODS } from "./connection-floods.ts";
import { endure, type Flood } from "./flood.ts";
import { deployedDesk, type FloodedDesk, floodedDesk } from "./flooded-desk.ts";
import { DEPLOYED_FLOODS, REQUEST_FLOODS } from "./request-floods.ts";

setDefaultTimeout(60_000); // some floods are endured by waiting for them to end

const KINDS: readonly [string, () => Promise<FloodedDesk>, readonly Flood[]][] = [
  ["of connections and bytes", floodedDesk, CONNECTION_FLOODS],
  ["of requests", floodedDesk, REQUEST_FLOODS],
  ["against a desk as it is deployed", deployedDesk, DEPLOYED_FLOODS],
];

describe.each(KINDS)("a flood %s", (_what, open, floods) => {
  let target: FloodedDesk;
  beforeAll(async () => {
    target = await open();
  });
  afterAll(() => target?.[Symbol.asyncDispose]());

  test.each(floods.map((flood) => [flood.name, flood] as const))("%s", async (_name, flood) => {
    const { faults } = await endure(target, flood, flood.sizes[0]);
    expect(faults).toEqual([]);
  });
});
