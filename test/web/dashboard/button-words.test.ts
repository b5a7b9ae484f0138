// Goal: a refusal that a host reads speaks of what they see: of buttons, not of tools, of this
// reservation, not of its id, and of what a host can do, not of calling the restaurant. Method:
// every such sentence is brought about for real; the source is searched for any that was not.
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { DomainError, type ErrorCode } from "../../../src/domain/errors.ts";
import { WARNING_CODES, type WarningCode } from "../../../src/domain/warnings.ts";
import { DESK_OPERATIONS } from "../../../src/operations/desk/index.ts";
import { OPERATIONS } from "../../../src/operations/index.ts";
import { inButtonWords, warningWords } from "../../../src/web/dashboard/button-words.ts";
import { openHouse } from "../../operations/house.ts";
import { SAID } from "./refusals-at-the-desk.ts";

const READ: Readonly<Record<keyof typeof SAID, readonly string[]>> = {
  "a party that sits is marked a no-show": [
    "This reservation is seated; “No-show” is not possible from that state. Possible: “Done”, “Party size”, “Notes”.",
  ],
  "a party that sits is moved": [
    "This reservation is seated; “Move or resize” of date or time is not possible from that state. Possible: “Done”, “Party size”, “Notes”.",
  ],
  "a cancelled reservation is moved": [
    "This reservation is cancelled; “Move or resize” of date, time or party size is not possible from that state. Possible: “Notes”.",
  ],
  "a no-show that may still come is completed": [
    "This reservation is a no-show; “Done” is not possible from that state. Possible: “Arrived”, “Seat”, “Notes”.",
  ],
  "a guest of another day is seated": [
    "“Seat” is possible from 4:00 PM on Friday, November 20, 2026, because this reservation starts at 7:00 PM on Friday, November 20, 2026. Perhaps another reservation is meant.",
  ],
  "a no-show is marked before the guest is late": [
    "“No-show” is possible from 7:15 PM on Friday, November 20, 2026, because this reservation starts at 7:00 PM on Friday, November 20, 2026. The guest may still come.",
  ],
  "a reservation is looked for that there is not": [
    'There is no such reservation in brand "bistro".',
  ],
  "a reservation of another brand is looked for": [
    'This reservation belongs to brand "trattoria", not to "bistro". Look for it there.',
  ],
  "an entry of another brand is taken off": [
    'This waitlist entry belongs to brand "trattoria", not to "bistro". Look for it there.',
  ],
  "nothing is changed": [
    "Nothing to change on this reservation: pass at least one of numberOfPeople, date, time, timestamp, notes, foodDrinkNotes, seatingNotes.",
  ],
  "somebody was quicker": [
    "This reservation was changed meanwhile by Front desk (“Move or resize”). Look at it as it is now, then send yours again.",
  ],
  "a new reservation is undone": [
    "Nothing to undo on this reservation: its newest change is its creation. Use “Cancel reservation” instead.",
  ],
  "a change of somebody else is undone": [
    "Nothing to undo on this reservation: its newest change (“Cancel reservation”) was made by Front desk. They can undo it, or a manager can.",
  ],
  "a change is undone twice": [
    "Nothing to undo on this reservation: its newest change (“Cancel reservation”) has been taken back already.",
  ],
  "a change is undone too late": [
    "“Cancel reservation” on this reservation is older than 15 minutes and cannot be undone. Make the opposite change instead, or ask a manager.",
  ],
  "a cancelled party comes back to seats that are taken": [
    "The change of this reservation cannot be undone. Book the party anew where there is room, or ask a manager to override.",
    "No room for a party of 20: 20 of 30 seats are taken between 7:00 PM and 9:30 PM and it needs 20.",
  ],
  "a no-show comes back to seats that are taken": [
    "There is no room any more for the late guest of this reservation until 9:30 PM. Book the party anew where there is room, or ask a manager to override.",
    "No room for a party of 20: 20 of 30 seats are taken between 7:30 PM and 10:00 PM and it needs 20.",
  ],
  "a key takes back that a party has left, and its seats are taken": [
    "Seats of this reservation were given away after “Done”, so it cannot be undone here. Somebody who is signed in to the dashboard can still undo it there.",
  ],
  "a party that has left, and whose seats are taken, never left": [
    "With this party of 20 the number of seats is exceeded between 7:30 PM and 9:30 PM: 40 against 30. Taken since by: Nia, 7:30 PM, party of 20.",
  ],
  "a reservation is taken for a walk-in": [
    "This reservation is no walk-in that was only just seated, so it is not taken back whole. Undo its last change on its own page instead.",
  ],
  "a request is decided that is none": [
    "This reservation is seated and no request any more, so there is nothing to decide.",
  ],
  "an entry is taken off that there is not": ['There is no such waitlist entry in brand "bistro".'],
  "an entry is taken off that has its table": [
    "This waitlist entry is booked and no longer waits.",
  ],
  "an entry is paused that waits no more": [
    "This waitlist entry is left and no longer waits. Add the guest again if they still want a table.",
  ],
  "an entry is resumed whose evening is over": [
    "The time that this waitlist entry waited for has passed. Add the guest again with another window.",
  ],
  "a text is sent again that there is not": [
    'There is no such text in brand "bistro". Somebody may have sent it again: look at the texts anew.',
  ],
  "a text is sent again that went out": [
    "This text is due: only a text that certainly did not go out, and is not too late, is tried again.",
  ],
  "a text is read that there is not": ['There is no such text of a guest of "bistro".'],
  "a calendar address is taken back that there is not": [
    'There is no such calendar address of "bistro".',
  ],
  "a key is revoked that there is not": ["No such API key acts for this restaurant."],
  "somebody is taken out who has left": ["They are not in the team of The bistro any more."],
  "a party is large": [
    "A party of 10 counts as large here (from 9 people). The restaurant decides about those itself. It is for a manager to book.",
  ],
  "a large party comes too late to be a request": [
    "A party of 10 counts as large here (from 9 people). Requests are looked at until 3 hours before the start, so it is too late for this one. It is for a manager to book.",
  ],
  "a party grows large": [
    "A party of 10 counts as large here (from 9 people). An existing reservation cannot be enlarged to that without the restaurant's approval. It is for a manager to book.",
    "A party of 10 is asked by text to confirm, so it needs a phone that takes texts (from 7 people on), and none was given. Ask for the guest's phone.",
  ],
  "a party is larger than the house": [
    "A party of 31 is more than this restaurant takes: the largest party is 30. Ask the guest for a smaller party.",
    "No room for a party of 31: 0 of 30 seats are taken between 7:00 PM and 9:30 PM and it needs 31.",
  ],
  "a party is more than the kitchen starts": [
    "A party of 10 is more than the kitchen starts in one slot (8 covers), so it needs a slot in which nobody else starts; 2 covers already start between 7:00 PM and 7:15 PM. There would be room at 6:45 PM on Friday, November 20, 2026, or at 7:15 PM on Friday, November 20, 2026, or at 6:30 PM on Friday, November 20, 2026.",
  ],
  "a phone is booked twice": [
    "This phone has another reservation in that time: Ada, 7:00 PM, party of 4. Cancel one of them if both mean the same evening.",
  ],
  "a guest is booked who waits": [
    "This guest was on the waitlist for that time; this entry is booked with this reservation.",
  ],
};

const isWarning = (code: ErrorCode | WarningCode): code is WarningCode =>
  WARNING_CODES.some((one) => one === code);

/** What tools were told, all of it. */
const told: string[] = [];

describe("what a host reads when", () => {
  test.each(Object.keys(SAID) as (keyof typeof SAID)[])("%s", async (what) => {
    using house = openHouse();
    const said = await SAID[what](house);
    told.push(...said.map(({ message }) => message));
    const brand = house.stores.brands.get("bistro");
    if (brand === null) throw new Error("There is no bistro");
    const read = said.map(({ code, ...one }) =>
      isWarning(code)
        ? warningWords({ desk: house, brand }, { ...one, code })
        : inButtonWords(new DomainError([{ ...one, code }])).reasons[0]?.message,
    );
    expect(read).toEqual([...READ[what]]);
  });
});

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\``;
/** What explains a tool or a parameter to a model, and what is no sentence of ours. */
const EXPLAINED = new RegExp(
  String.raw`(?:description:|\.describe\(|\w+Param\()\s*(?:${STRING})(?:\s*\+\s*(?:${STRING}))*`,
  "g",
);
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const ID = /\$\{(?:\w+\.)*(?:id|[a-z]+Id)\}/;
const NAMES = [...OPERATIONS, ...DESK_OPERATIONS].flatMap(({ name }) =>
  name.includes("_") ? [name] : [],
);
const TOOL = new RegExp(`\\b(?:${NAMES.join("|")})\\b`);
/** Where tools alone are spoken to: the text of an answer, notes, and what no desk can do. */
const FOR_TOOLS = [
  "There is room now; create_booking with one of these:",
  " after two offers without an answer: add_to_waitlist again puts them back",
  '" does not exist. list_brands shows the brands you may act on.',
  " goes out now.",
  " is tried again now.",
  " is read.",
  "replaces ",
  "offer ",
  "entry ",
];

test("no other sentence names a tool or an id", async () => {
  const strange: string[] = [];
  for (const room of ["src/domain", "src/operations"]) {
    for (const file of new Glob("**/*.ts").scanSync(room)) {
      const source = await Bun.file(`${room}/${file}`).text();
      const spoken = source.replace(COMMENT, "").replace(EXPLAINED, "");
      for (const [literal] of spoken.matchAll(new RegExp(STRING, "g"))) {
        if (!(literal.includes(" ") && (TOOL.test(literal) || ID.test(literal)))) continue;
        const parts = literal.slice(1, -1).split(/\$\{[^}]*\}/);
        const [longest = ""] = parts.toSorted((one, other) => other.length - one.length);
        const known = [...told, ...FOR_TOOLS].some((one) => one.includes(longest));
        if (/^(?!.*\$\{).{4}/.test(longest) && !known) strange.push(`${room}/${file}: ${literal}`);
      }
    }
  }
  expect(strange).toEqual([]);
});

test("a refusal stays what it is, but for its words", () => {
  const reason = {
    code: "TOO_EARLY",
    message: "mark_seated is possible later.",
    earliest: 7,
  } as const;
  const suggestions = [{ date: "Friday, November 20, 2026", time: "7:30 PM", timestamp: 1 }];
  const read = inButtonWords(new DomainError([reason], { retryAt: 7, suggestions }));
  expect(read.reasons).toEqual([{ ...reason, message: "“Seat” is possible later." }]);
  expect(read).toMatchObject({ code: "TOO_EARLY", retryAt: 7, suggestions, retryable: true });
});

test("a name of something else stays", () => {
  const reason = { code: "INVALID_INPUT", message: "Write snake_case if you like." } as const;
  expect(inButtonWords(new DomainError([reason])).reasons).toEqual([reason]);
});
