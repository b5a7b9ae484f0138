// Goal: refusals and warnings tell a host about buttons and this reservation, never about names of
// tools or ids; apart from that, hosts and agents read the same. Method: each refusal and warning
// is caused for real.
import { describe, expect, test } from "bun:test";
import { reason } from "../../src/domain/errors.ts";
import { DESK_OPERATIONS } from "../../src/operations/desk/index.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { sayReason, sayWhyTable } from "../../src/words/render.ts";
import { openHouse } from "../operations/house.ts";
import { SAID } from "./refusals-at-the-desk.ts";

const READ: Readonly<Record<keyof typeof SAID, readonly string[]>> = {
  "a party that sits is marked a no-show": [
    "This reservation is seated: “No-show” is not possible. Possible: “Done”, “Party size”, “Notes”.",
  ],
  "a party that sits is moved": [
    "This reservation is seated: another date or time is not possible. Possible: “Done”, “Party size”, “Notes”.",
  ],
  "a cancelled reservation is moved": [
    "This reservation is cancelled: another date, time or size is not possible. Possible: “Notes”.",
  ],
  "a no-show that may still come is completed": [
    "This reservation is a no-show: “Done” is not possible. Possible: “Arrived”, “Seat”, “Notes”.",
  ],
  "a guest of another day is seated": [
    "“Seat” is possible from 4:00 PM on Friday, November 20, 2026, because this reservation starts at 7:00 PM on Friday, November 20, 2026. Perhaps you mean another reservation.",
  ],
  "a no-show is marked before the guest is late": [
    "“No-show” is possible from 7:15 PM on Friday, November 20, 2026, because this reservation starts at 7:00 PM on Friday, November 20, 2026. The guest may still come.",
  ],
  "a reservation is looked for that there is not": [
    "This reservation does not exist in this restaurant.",
  ],
  "a reservation of another brand is looked for": [
    'This reservation belongs to the restaurant "trattoria". Look for it there.',
  ],
  "an entry of another brand is taken off": [
    'This waitlist entry belongs to the restaurant "trattoria". Look for it there.',
  ],
  "nothing is changed": ["Nothing to change: choose another time, another size or other notes."],
  "somebody was quicker": [
    "This reservation was changed meanwhile by Front desk (Changed). Check it, then make your change again.",
  ],
  "a new reservation is undone": [
    "Nothing to undo: this reservation has not been changed since it was made. Use “Cancel reservation” instead.",
  ],
  "a change of somebody else is undone": [
    "Nothing to undo: the last change (Cancelled) was made by Front desk. They can undo it, or a manager can.",
  ],
  "a change is undone twice": [
    "Nothing to undo: the last change (Cancelled) has been undone already.",
  ],
  "a change is undone too late": [
    "“Cancelled” was more than 15 minutes ago and cannot be undone. Change it back by hand, or ask a manager.",
  ],
  "a cancelled party comes back to seats that are taken": [
    "This cannot be undone. Book the party again where there is room, or ask a manager to go over the limit.",
    "No room for a party of 20: 20 of 30 seats are taken between 7:00 PM and 9:30 PM, and the party needs 20.",
  ],
  "a no-show comes back to seats that are taken": [
    "There is no longer room for this late guest to stay until 9:30 PM. Book the party again where there is room, or ask a manager to go over the limit.",
    "No room for a party of 20: 20 of 30 seats are taken between 7:30 PM and 10:00 PM, and the party needs 20.",
  ],
  "a key takes back that a party has left, and its seats are taken": [
    "The seats were given away after “Done”, so this change cannot be undone.",
  ],
  "a party that has left, and whose seats are taken, never left": [
    "This party of 20 exceeds the number of seats between 7:30 PM and 9:30 PM: 40 with this party, and the limit is 30. Seats taken in the meantime by: Nia, 7:30 PM, party of 20.",
  ],
  "a reservation is taken for a walk-in": [
    "Nothing to undo: this is not a walk-in that was just seated. Undo the last change on the reservation's page.",
  ],
  "a decision is made about something other than a request": [
    "This reservation is seated and not a request, so there is nothing to decide.",
  ],
  "an entry is taken off that there is not": [
    "This waitlist entry does not exist in this restaurant.",
  ],
  "an entry is taken off that has its table": [
    "This guest has a table now and is no longer waiting.",
  ],
  "an entry is paused that waits no more": [
    "This guest is no longer waiting. Add them again if they still want a table.",
  ],
  "an entry is resumed whose evening is over": [
    "The time that this guest waited for has passed. Add them again with another window.",
  ],
  "a text is sent again that there is not": [
    "This text no longer exists. Somebody may have sent it again: reload the page.",
  ],
  "a text is sent again that went out": [
    "Only a text that was definitely not sent, and whose time has not passed, can be tried again.",
  ],
  "a text is read that there is not": ["This text does not exist in this restaurant."],
  "a calendar address is taken back that there is not": ["This calendar link no longer exists."],
  "a key is revoked that there is not": ["This API key has no access to this restaurant."],
  "somebody is taken out who has left": ["This person is no longer in the team of The bistro."],
  "a party is large": [
    "A party of 10 counts as large here (from 9 people). A manager decides about large parties. Ask a manager to book it.",
  ],
  "a large party comes too late to be a request": [
    "A party of 10 counts as large here (from 9 people). A request must come at least 3 hours before the start, so it is too late for a request. Ask a manager to book it.",
  ],
  "a party grows large": [
    "A party of 10 counts as large here (from 9 people). A reservation cannot be enlarged to this size without a manager's approval. Ask a manager to book it.",
    "Parties of 7 or more are asked by text to confirm, so this party of 10 needs a phone that takes texts, and no phone was given. Ask for the guest's phone.",
  ],
  "a party is larger than the house": [
    "A party of 31 is more than this restaurant takes: the largest party is 30. Ask the guest for a smaller party.",
    "No room for a party of 31: 0 of 30 seats are taken between 7:00 PM and 9:30 PM, and the party needs 31.",
  ],
  "a party is more than the kitchen starts": [
    "A party of 10 is above the pace (8 covers per slot), so it needs a slot in which no other party starts; 2 covers already start between 7:00 PM and 7:15 PM. There would be room at 6:45 PM on Friday, November 20, 2026, or at 7:15 PM on Friday, November 20, 2026, or at 6:30 PM on Friday, November 20, 2026.",
  ],
  "a phone is booked twice": [
    "This phone has another reservation at that time: Ada, 7:00 PM, party of 4. Cancel one of them if both are for the same visit.",
  ],
  "a guest is booked who waits": [
    "This guest was on the waitlist for that time; the waitlist entry is now marked as booked.",
  ],
};

const TOOLS = new RegExp(
  `\\b(?:${[...OPERATIONS, ...DESK_OPERATIONS]
    .map(({ name }) => name)
    .filter((name) => name.includes("_"))
    .join("|")})\\b`,
);

describe("a host reads the right sentence when", () => {
  test.each(Object.keys(SAID) as (keyof typeof SAID)[])("%s", async (what) => {
    using house = openHouse();
    const said = await SAID[what](house);
    expect([...said]).toEqual([...READ[what]]);
    for (const one of said) {
      expect(one).not.toMatch(TOOLS);
      expect(one).not.toMatch(/\b[0-9a-f]{24}\b/);
    }
  });
});

test("a host whose change may be lost reads nothing about a tool's arguments", () => {
  const say = { why: "disk_full", outcome: "unknown" } as const;
  expect(sayReason(reason("UNAVAILABLE", { say }), "host")).toBe(
    "The disk or the database is full; it is not known whether this was saved. Check before you send the call again.",
  );
});

test("the choice of a table is not explained to a host who chose or kept it", () => {
  const seatFor = (kind: "chosen" | "kept" | "only", name: string) => ({
    tables: [name],
    name,
    why: { kind },
    moves: [],
  });
  const told = (kind: "chosen" | "kept" | "only", name: string, reader: "agent" | "host") =>
    sayWhyTable(seatFor(kind, name), 3, reader);
  expect(told("chosen", "11", "host")).toBe("table 11");
  expect(told("kept", "7 + 8", "host")).toBe("tables 7 + 8");
  expect(told("only", "12", "host")).toBe("table 12: the only one free for 3");
  expect(told("chosen", "11", "agent")).toBe("table 11: chosen by hand");
  expect(told("kept", "7 + 8", "agent")).toBe("tables 7 + 8: as before");
});
