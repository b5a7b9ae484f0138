// Goal: everything that both revisions of the protocol require of servers holds in our
// application and behind our gate, without the correction of client faults.

import { describe, expect, test } from "bun:test";
import { CLIENT_FAULT_NAMES } from "../../src/mcp/client-faults.ts";
import { serveApp } from "../support/served-app.ts";
import { createFixtures } from "./fixtures/index.ts";
import { REVISIONS, requiredScenarios, runSuite } from "./suite.ts";

describe.each([...REVISIONS])("revision %s with the suite's fixtures", (revision) => {
  test("every required scenario passes, and correcting client faults changes no check", async () => {
    await using mending = await serveApp({ fixtures: createFixtures() });
    await using strict = await serveApp({
      fixtures: createFixtures(),
      unmendedFaults: CLIENT_FAULT_NAMES,
    });
    const [mended, plain] = await Promise.all([
      runSuite(mending, revision),
      runSuite(strict, revision),
    ]);
    if (mended.exitCode !== 0) console.error(mended.output);
    expect(mended.exitCode).toBe(0);
    for (const scenario of requiredScenarios(revision)) {
      expect(mended.checks.some((check) => check.startsWith(`${scenario} / `))).toBe(true);
    }
    expect(plain.checks).toEqual(mended.checks);
  }, 90_000);
});

test("the 2026-07-28 revision requires 37 scenarios of servers", () => {
  expect(requiredScenarios("2026-07-28")).toHaveLength(37);
});
