// Goal: the document of the tools agrees with the tools. Method: make it again and compare; `npm
// run docs` writes it.
import { expect, test } from "bun:test";
import { TOOLS_DOCUMENT, toolsDocument } from "../support/tools-document.ts";

test("the document of the tools equals what their definitions give", async () => {
  const kept = await Bun.file(TOOLS_DOCUMENT).text();
  const made = await toolsDocument();
  if (kept !== made) throw new Error(`${TOOLS_DOCUMENT} is out of date: run npm run docs`);
  expect(made).toContain("## create_booking");
});
