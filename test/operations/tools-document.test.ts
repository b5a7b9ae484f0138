// Goal: docs/tools.md agrees with the tools. Method: the document is generated again and compared;
// `npm run docs` writes it.
import { expect, test } from "bun:test";
import { TOOLS_DOCUMENT, toolsDocument } from "../support/tools-document.ts";

test("docs/tools.md is what the tools' definitions generate", async () => {
  const kept = await Bun.file(TOOLS_DOCUMENT).text();
  const made = await toolsDocument();
  if (kept !== made) throw new Error(`${TOOLS_DOCUMENT} is out of date: run npm run docs`);
  expect(made).toContain("## create_booking");
});
