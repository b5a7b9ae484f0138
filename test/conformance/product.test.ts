// Goal: maitred passes the MCP conformance suite for both revisions of the protocol. Some scenarios
// of the suite call tools that the server under test must add for the suite (fixtures). Without the
// fixtures only those scenarios fail. With them maitred passes every required scenario, whether or
// not it corrects the faults of clients.

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

  test("without fixtures, exactly the scenarios in the file of expected failures fail", async () => {
    await using product = await serveApp({ operations: OPERATIONS });
    const baseline = join(import.meta.dir, `expected-failures.${revision}.yaml`);
    const { exitCode, output } = await runSuite(product, revision, baseline);
    if (exitCode !== 0) console.error(output);
    expect(exitCode).toBe(0);
  }, 90_000);

  test("with fixtures, every required scenario passes, and correcting client faults changes no result", async () => {
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
