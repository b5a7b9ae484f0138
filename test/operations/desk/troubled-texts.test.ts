// Goal: a manager sees which texts of the last days did not reach their guest, and which of these
// can still be sent with one tap. Method: texts in every state, at the edges of the time range.
import { describe, expect, test } from "bun:test";
import { MESSAGE_STATES, type MessageState } from "../../../src/domain/message.ts";
import { troubledTexts } from "../../../src/operations/desk/troubled-texts.ts";
import { message } from "../../storage/samples.ts";
import { BISTRO, caller, DAY, HOUR, type House, openHouse, PLAIN } from "../house.ts";
import { HOST, MANAGER } from "./people.ts";

const ROOMY = { ...PLAIN, seats: 1000 };

let serial = 0;
async function queue(house: House, state: MessageState, change: object = {}): Promise<string> {
  serial += 1;
  const text = message({
    id: `text-${serial}`,
    brand: BISTRO,
    reservationId: await house.book(),
    uniqueKey: `text ${serial}`,
    state,
    dueAt: house.at - HOUR,
    expiresAt: house.at + HOUR,
    ...change,
  });
  house.stores.messages.enqueue(text);
  return text.id;
}
const shown = async (house: House) =>
  (await house.invoke(troubledTexts, {}, MANAGER)).structured as {
    texts: { id: string; state: string; mendable: boolean }[];
    more: boolean;
  };

test("held, refused, lost and late texts are listed, and no others", async () => {
  using house = openHouse(ROOMY);
  for (const state of MESSAGE_STATES) await queue(house, state);
  const { texts, more } = await shown(house);
  expect(texts.map(({ state }) => state).sort()).toEqual(["expired", "failed", "held", "unknown"]);
  expect(more).toBe(false);
});

describe("whether one tap can still send a text:", () => {
  test.each([
    ["refused by the gateway: yes", "failed", {}, true],
    ["held for a person: yes", "held", {}, true],
    ["refused, and too late now: no", "failed", { expiresAt: 0 }, false],
    ["held, and too late now: no", "held", { expiresAt: 0 }, false],
    ["perhaps sent: no", "unknown", {}, false],
    ["too late: no", "expired", {}, false],
  ] as const)("%s", async (_what, state, change, mendable) => {
    using house = openHouse(ROOMY);
    await queue(house, state, change);
    expect((await shown(house)).texts).toMatchObject([{ state, mendable }]);
  });
});

test("texts that were due three days ago or earlier are not listed", async () => {
  using house = openHouse(ROOMY);
  await queue(house, "failed", { dueAt: house.at - 3 * DAY });
  const id = await queue(house, "failed", { dueAt: house.at - 3 * DAY + 1 });
  expect((await shown(house)).texts.map((text) => text.id)).toEqual([id]);
});

test("at most 25 texts are listed, with a sign that there are more", async () => {
  using house = openHouse(ROOMY);
  for (let n = 0; n < 26; n += 1) await queue(house, "failed", { dueAt: house.at - n });
  const { texts, more } = await shown(house);
  expect([texts.length, more]).toEqual([25, true]);
});

test.each([
  ["a host", HOST],
  ["a key", caller()],
])("the list is refused to %s", async (_who, from) => {
  using house = openHouse(ROOMY);
  expect((await house.refused(troubledTexts, {}, from)).code).toBe("FORBIDDEN_TOOL");
});
