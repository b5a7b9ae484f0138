// Goal: the guide on backups quotes each message as the program words it.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./guides.ts";

const guide = readFileSync(join(ROOT, "docs/backup.md"), "utf8");
const table = guide.split("| maitred says | do this |")[1]?.split("\n\n")[0] ?? "";
const messages = table
  .split("\n")
  .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)])
  .map(([, message = ""]) => message);
const sources = [...new Bun.Glob("src/**/*.ts").scanSync(ROOT)]
  .map((file) => readFileSync(join(ROOT, file), "utf8"))
  .join("\n");

test.each(messages)("the program says: %s", (message) => {
  // The dots stand for what differs from case to case.
  for (const part of message.split(/\.\.\.|;/)) {
    expect(sources).toContain(part.replace(/^[ ,:]+|[ ,:]+$/g, ""));
  }
});

test("more than ten messages are found in the guide", () => {
  expect(messages.length).toBeGreaterThan(10);
});
