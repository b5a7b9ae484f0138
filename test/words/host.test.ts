// Goal: the refusals and warnings that a host reads mention buttons, never tools or ids. Method: a
// real call causes each of them.
import { describe, expect, test } from "bun:test";
import { reason } from "../../src/domain/errors.ts";
import { DESK_OPERATIONS } from "../../src/operations/desk/index.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { sayReason, sayWhyTable } from "../../src/words/render.ts";
import { openHouse } from "../operations/house.ts";
import { SAID } from "./refusals-at-the-desk.ts";

const READ: Readonly<Record<keyof typeof SAID, readonly string[]>> = {
  "a seated party is marked a no-show": [
    "This reservation is seated: “No-show” is not possible. Possible: “Done”, “Party size”, “Notes”.",
  ],
  "a seated party is moved to another time": [
    "This reservation is seated: another date or time is not possible. Possible: “Done”, “Party size”, “Notes”.",
  ],
  "a cancelled reservation is moved to another time": [
    "This reservation is cancelled: another date, time or size is not possible. Possible: “Notes”.",
  ],
  "a no-show is marked as done": [
    "This reservation is a no-show: “Done” is not possible. Possible: “Arrived”, “Seat”, “Notes”.",
  ],
  "a guest of another day is seated": [
    "“Seat” is possible from 4:00 PM on Friday, November 20, 2026, because this reservation starts at 7:00 PM on Friday, November 20, 2026. Perhaps you mean another reservation.",
  ],
  "a guest is marked a no-show before they are late": [
    "“No-show” is possible from 7:15 PM on Friday, November 20, 2026, because this reservation starts at 7:00 PM on Friday, November 20, 2026. The guest may still come.",
  ],
  "a reservation that does not exist is opened": [
    "This reservation does not exist in this restaurant.",
  ],
  "a reservation of another brand is opened": [
    'This reservation belongs to the restaurant "trattoria". Look for it there.',
  ],
  "a waitlist entry of another brand is removed": [
    'This waitlist entry belongs to the restaurant "trattoria". Look for it there.',
  ],
  "nothing is changed": ["Nothing to change: choose another time, another size or other notes."],
  "somebody else has changed the reservation meanwhile": [
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
  "a cancellation is undone after its seats were taken": [
    "This cannot be undone. Book the party again where there is room, or ask a manager to go over the limit.",
    "No room for a party of 20: 20 of 30 seats are taken between 7:00 PM and 9:30 PM, and the party needs 20.",
  ],
  "a no-show arrives after the seats were taken": [
    "There is no longer room for this late guest to stay until 9:30 PM. Book the party again where there is room, or ask a manager to go over the limit.",
    "No room for a party of 20: 20 of 30 seats are taken between 7:30 PM and 10:00 PM, and the party needs 20.",
  ],
  "a key undoes “Done” after the seats were taken": [
    "The seats were given away after “Done”, so this change cannot be undone.",
  ],
  "a manager undoes “Done” after the seats were taken": [
    "This party of 20 exceeds the number of seats between 7:30 PM and 9:30 PM: 40 people with this party, and the limit is 30. Seats taken in the meantime by: Nia, 7:30 PM, party of 20.",
  ],
  "the undo for walk-ins is used for a reservation": [
    "Nothing to undo: this is not a walk-in that was just seated. Undo the last change on the reservation's page.",
  ],
  "a reservation that is not a request is approved": [
    "This reservation is seated and not a request, so there is nothing to decide.",
  ],
  "a waitlist entry that does not exist is removed": [
    "This waitlist entry does not exist in this restaurant.",
  ],
  "a waitlist entry that is booked already is removed": [
    "This guest has a table now and is no longer waiting.",
  ],
  "a waitlist entry that was removed is paused": [
    "This guest is no longer waiting. Add them again if they still want a table.",
  ],
  "a waitlist entry is resumed after its evening": [
    "The time that this guest waited for has passed. Add them again with another window.",
  ],
  "a text that does not exist is sent again": [
    "This text no longer exists. Somebody may have sent it again: reload the page.",
  ],
  "a text that did not fail is sent again": [
    "Only a text that was definitely not sent, and whose time has not passed, can be tried again.",
  ],
  "a text that does not exist is marked as read": ["This text does not exist in this restaurant."],
  "a calendar link that does not exist is revoked": ["This calendar link no longer exists."],
  "a key that does not exist is revoked": ["This API key has no access to this restaurant."],
  "a person who is not in the team is removed": [
    "This person is no longer in the team of The bistro.",
  ],
  "a large party is booked": [
    "A party of 10 counts as large here (from 9 people). A manager decides about large parties. Ask a manager to book it.",
  ],
  "a large party is booked too late for a request": [
    "A party of 10 counts as large here (from 9 people). A request must come at least 3 hours before the start, so it is too late for a request. Ask a manager to book it.",
  ],
  "a party becomes large": [
    "A party of 10 counts as large here (from 9 people). A reservation cannot be enlarged to this size without a manager's approval. Ask a manager to book it.",
    "Parties of 7 or more are asked by text to confirm, so this party of 10 needs a phone that takes texts, and no phone was given. Ask for the guest's phone.",
  ],
  "a party is larger than the restaurant takes": [
    "A party of 31 is more than this restaurant takes: the largest party is 30. Ask the guest for a smaller party.",
    "No room for a party of 31: 0 of 30 seats are taken between 7:00 PM and 9:30 PM, and the party needs 31.",
  ],
  "a party is above the pace": [
    "At most 8 covers may start in one slot. A larger party, such as this party of 10, needs a slot in which no other party starts; 2 covers already start between 7:00 PM and 7:15 PM. There would be room at 6:45 PM on Friday, November 20, 2026, or at 7:15 PM on Friday, November 20, 2026, or at 6:30 PM on Friday, November 20, 2026.",
  ],
  "the same phone is booked twice for overlapping times": [
    "This phone has another reservation at that time: Ada, 7:00 PM, party of 4. Cancel one of them if both are for the same visit.",
  ],
  "a guest on the waitlist is booked": [
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
