// Goal: the bench compares the product with another stack. The usual form of that stack has the
// same tools as the product, its lean form only create_booking. A repeated request makes only one
// booking.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { OPERATIONS } from "../../../src/operations/index.ts";
import { temporaryFolder } from "../../support/database.ts";
import { dateAhead } from "../bookings.ts";
import { startChild } from "../children.ts";

const TOKEN = "rival_test_key";

async function ask(port: number, method: string, params: object, token = TOKEN) {
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await answer.text();
  return { status: answer.status, result: text === "" ? null : JSON.parse(text).result };
}

describe.each([
  ["usual", OPERATIONS.map(({ name }) => name)],
  ["lean", ["create_booking"]],
])("the compared stack in its %s form", (form, names) => {
  test("has its tools, and makes only one booking if a request is repeated", async () => {
    using folder = temporaryFolder();
    await using rival = await startChild(
      "rival/child-rival.ts",
      join(folder.path, "rival.db"),
      TOKEN,
      "1",
      form,
    );
    const { result } = await ask(rival.port, "tools/list", {});
    const listed = (result.tools as { name: string }[]).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(names.toSorted());
    const call = {
      name: "create_booking",
      arguments: {
        brand: "bench",
        name: "Ada",
        phone: "+12125550123",
        numberOfPeople: 2,
        date: dateAhead(3),
        time: "7:30 PM",
        idempotencyKey: crypto.randomUUID(),
      },
    };
    const [first, again] = [
      await ask(rival.port, "tools/call", call),
      await ask(rival.port, "tools/call", call),
    ];
    expect(first.result.content[0].text).toContain('"status":"booked"');
    expect(again.result).toEqual(first.result);
    expect((await ask(rival.port, "tools/call", call, "other")).status).toBe(401);
  });
});
