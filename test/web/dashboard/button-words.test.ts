// Goal: a refusal that a host reads speaks of what they see: of buttons, not of tools, and of this
// reservation, not of its id. Method: sentences as the operations write them.
import { expect, test } from "bun:test";
import { DomainError } from "../../../src/domain/errors.ts";
import { legalMoves } from "../../../src/domain/transitions.ts";
import { OPERATIONS } from "../../../src/operations/index.ts";
import { buttonWords, inButtonWords } from "../../../src/web/dashboard/button-words.ts";

const ID = "6b00a6c01c66f92313d5da1e";

test.each([
  [
    `Reservation ${ID} is no_show; mark_completed is not possible from that state. Possible: ` +
      "mark_arrived, update_booking (notes only), add_note.",
    "This reservation is a no-show; “Done” is not possible from that state. Possible: " +
      "“Arrived”, “Notes”.",
  ],
  [
    "Possible: mark_completed, update_booking (party size and notes only), add_note.",
    "Possible: “Done”, “Party size”, “Notes”.",
  ],
  [
    `Nothing to undo on reservation ${ID}: its newest change is its creation. Use cancel_booking instead.`,
    "Nothing to undo on this reservation: its newest change is its creation. Use “Cancel reservation” instead.",
  ],
  [
    `Nothing to undo on reservation ${ID}: its newest change (accept_offer) was made by the guest.`,
    "Nothing to undo on this reservation: its newest change (“Booked from the waitlist”) was made by the guest.",
  ],
  [
    `There is no reservation ${ID} in brand "bistro". list_bookings shows the ids of a day.`,
    'There is no such reservation in brand "bistro".',
  ],
  [
    `This guest was on the waitlist for that time; entry ${ID} is booked with this reservation.`,
    "This guest was on the waitlist for that time; this entry is booked with this reservation.",
  ],
  [
    `Waitlist entry ${ID} is left and no longer waits.`,
    "This waitlist entry is left and no longer waits.",
  ],
  [
    "mark_no_show is possible from 8:30 PM, because reservation " +
      `${ID} starts at 8:00 PM. Perhaps another reservation is meant: check the id.`,
    "“No-show” is possible from 8:30 PM, because this reservation starts at 8:00 PM. " +
      "Perhaps another reservation is meant.",
  ],
  [
    "No room for a party of 4: 45 of 48 seats are taken.",
    "No room for a party of 4: 45 of 48 seats are taken.",
  ],
  ["Write snake_case if you like.", "Write snake_case if you like."],
])("%p", (told, read) => {
  expect(buttonWords(told)).toBe(read);
});

test("every tool that writes is called by its button", () => {
  for (const { name, hints } of OPERATIONS) {
    if (!hints.readOnly) expect(buttonWords(`Use ${name}.`)).not.toContain(name);
  }
  for (const move of legalMoves("booked")) expect(buttonWords(move)).not.toContain("_");
});

test("a refusal stays what it is, but for its words", () => {
  const reason = {
    code: "TOO_EARLY",
    message: "mark_seated is possible later.",
    earliest: 7,
  } as const;
  const suggestions = [{ date: "Friday, November 20, 2026", time: "7:30 PM", timestamp: 1 }];
  const told = inButtonWords(new DomainError([reason], { retryAt: 7, suggestions }));
  expect(told.reasons).toEqual([{ ...reason, message: "“Seat” is possible later." }]);
  expect(told).toMatchObject({ code: "TOO_EARLY", retryAt: 7, suggestions, retryable: true });
});
