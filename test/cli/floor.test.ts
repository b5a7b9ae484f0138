// Goal: importing a floor plan reports all of its faults together.
import { expect, test } from "bun:test";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

test("a plan with wrong types and contradictions is refused in one answer that names them all", async () => {
  using folder = temporaryFolder();
  const place = ["--time-zone", "America/New_York", "--country", "US", "--data", folder.path];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place]);
  const plan = {
    areas: [{ name: "Main" }],
    tables: [
      { name: "1", area: "Mian", minCovers: 4, maxCovers: 2 },
      { name: "1", area: "Main", minCovers: "two", maxCovers: 2 },
    ],
    combinations: [{ tables: ["1", "9"], minCovers: 2, maxCovers: 4 }],
  };
  const call = ["floor", "import", "bistro", "-", "--data", folder.path];
  const { exitCode, err } = await command(call, JSON.stringify(plan));
  expect(exitCode).toBe(2);
  for (const fault of [
    'plan.tables.1.minCovers must be a number; got "two"',
    '"Mian"',
    "Did you mean",
    '"9"',
    "tables[1]",
  ]) {
    expect(err).toContain(fault);
  }
});
