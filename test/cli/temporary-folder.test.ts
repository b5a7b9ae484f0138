// Goal: on a machine without a folder for temporary files, the error names the missing
// folder and the variable to set, TMPDIR.
import { expect, setDefaultTimeout, test } from "bun:test";
import { temporaryFolder } from "../support/database.ts";
import { command } from "./command-line.ts";

setDefaultTimeout(60_000);

test.each(["dev", "selftest"])("%s names the missing folder and TMPDIR", async (verb) => {
  using folder = temporaryFolder();
  const data = ["--data", `${folder.path}/house`, "--json"];
  await command(["init", ...data]);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = `${folder.path}/nowhere`;
  try {
    const { error, exitCode } = await command([verb, ...(verb === "dev" ? ["--json"] : data)]);
    expect([exitCode, error.code]).toEqual([1, "UNWRITABLE"]);
    expect(error.message).toContain(`in ${folder.path}/nowhere`);
    expect(error.message).toContain("TMPDIR");
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
});
