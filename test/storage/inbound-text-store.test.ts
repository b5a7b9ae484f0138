// Goal: a guest's text is stored once, under the id that the gateway gave it. Texts are listed newest
// first.
import { expect, test } from "bun:test";
import type { InboundTextRow } from "../../src/storage/inbound-text-store.ts";
import { openTestDatabase } from "../support/database.ts";
import { NOW, nextId } from "./samples.ts";

const text = (change: Partial<InboundTextRow> = {}): InboundTextRow => ({
  id: nextId(),
  provider: "twilio",
  providerEventId: "SM1",
  sender: "+12125550123",
  recipient: null,
  body: "YES",
  receivedAt: NOW,
  handledAs: "unread",
  ...change,
});

test("a text is identified by its gateway and the id that the gateway gave it", () => {
  using made = openTestDatabase();
  const { inboundTexts } = made.stores;
  expect(inboundTexts.known("twilio", "SM1")).toBe(false);
  inboundTexts.insert(text());
  expect(inboundTexts.known("twilio", "SM1")).toBe(true);
  expect(inboundTexts.known("smsgate", "SM1")).toBe(false);
  expect(() => inboundTexts.insert(text())).toThrow();
  inboundTexts.insert(text({ provider: "smsgate" }));
});

test("texts are read back as written, newest first", () => {
  using made = openTestDatabase();
  const { inboundTexts } = made.stores;
  const rows = ["1", "2", "3"].map((id) => text({ providerEventId: id, recipient: "+1500" }));
  for (const row of rows) inboundTexts.insert(row);
  expect(inboundTexts.latest()).toEqual(rows.toReversed());
  expect(inboundTexts.latest(2)).toEqual(rows.toReversed().slice(0, 2));
});
