// Goal: the product meets everything that both revisions of the protocol require of servers. As
// shipped it fails only scenarios that call one of the suite's fixtures. With the fixtures mounted
// it passes all scenarios, whether or not it corrects the faults of clients.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CLIENT_FAULT_NAMES } from "../../src/mcp/client-faults.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { serveApp } from "../support/served-app.ts";
import { createFixtures } from "./fixtures/index.ts";
import { REVISIONS, requiredScenarios, runSuite } from "./suite.ts";

const passed = (check: string): boolean => !/: (?:FAILURE|WARNING)$/.test(check);

describe.each([...REVISIONS])("revision %s", (revision) => {
  const required = requiredScenarios(revision).map((scenario) => `${scenario} / `);

  test("without fixtures, exactly the listed scenarios fail", async () => {
    await using product = await serveApp({ operations: OPERATIONS });
    const baseline = join(import.meta.dir, `expected-failures.${revision}.yaml`);
    const { exitCode, output } = await runSuite(product, revision, baseline);
    if (exitCode !== 0) console.error(output);
    expect(exitCode).toBe(0);
  }, 90_000);

  test("with fixtures, every required scenario passes, and correcting client faults changes no check", async () => {
    const fitted = { operations: OPERATIONS, fixtures: createFixtures() };
    await using mending = await serveApp(fitted);
    await using strict = await serveApp({ ...fitted, unmendedFaults: CLIENT_FAULT_NAMES });
    const [mended, plain] = await Promise.all([
      runSuite(mending, revision),
      runSuite(strict, revision),
    ]);
    if (mended.exitCode !== 0) console.error(mended.output);
    expect(mended.exitCode).toBe(0);
    for (const scenario of required) {
      const checks = mended.checks.filter((check) => check.startsWith(scenario));
      expect([scenario, checks.length > 0]).toEqual([scenario, true]);
      expect(checks.filter((check) => !passed(check))).toEqual([]);
    }
    expect(plain.checks).toEqual(mended.checks);
  }, 90_000);
});

test("revision 2026-07-28 requires 37 scenarios of servers", () => {
  expect(requiredScenarios("2026-07-28")).toHaveLength(37);
});
