// Goal: the product as shipped fails only scenarios that call a fixture of the suite, and each
// of these passes once the fixtures are mounted on the same application.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CLIENT_FAULT_NAMES } from "../../src/mcp/client-faults.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { serveApp } from "../support/served-app.ts";
import { createFixtures } from "./fixtures/index.ts";
import { REVISIONS, requiredScenarios, runSuite } from "./suite.ts";

const passed = (check: string): boolean => !/: (?:FAILURE|WARNING)$/.test(check);

describe.each([...REVISIONS])("revision %s without fixtures", (revision) => {
  test("only scenarios with missing fixtures fail, exactly as listed, and correcting client faults changes no check", async () => {
    await using product = await serveApp({ operations: OPERATIONS });
    await using fitted = await serveApp({ operations: OPERATIONS, fixtures: createFixtures() });
    await using strict = await serveApp({
      operations: OPERATIONS,
      unmendedFaults: CLIENT_FAULT_NAMES,
    });
    const baseline = join(import.meta.dir, `expected-failures.${revision}.yaml`);
    const [bare, complete, plain] = await Promise.all([
      runSuite(product, revision, baseline),
      runSuite(fitted, revision),
      runSuite(strict, revision, baseline),
    ]);
    if (bare.exitCode !== 0) console.error(bare.output);
    expect(bare.exitCode).toBe(0);
    expect(complete.exitCode).toBe(0);
    const scored = requiredScenarios(revision).map((scenario) => `${scenario} / `);
    const failures = complete.checks.filter(
      (check) => !passed(check) && scored.some((scenario) => check.startsWith(scenario)),
    );
    expect(failures).toEqual([]);
    expect(plain.checks).toEqual(bare.checks);
  }, 90_000);
});
