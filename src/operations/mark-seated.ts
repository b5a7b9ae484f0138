import { defineMark } from "./reservation/mark.ts";

export const markSeated = defineMark("mark_seated", {
  title: "Guest is seated",
  words: { button: "Seat", done: "seated", history: "Seated" },
  description:
    "The guest sits at the table. Allowed from booked or arrived, at the earliest 3 hours before the start. If the party " +
    "sits elsewhere than at its own table, pass tables. Parties that had these tables get others, and the answer names " +
    "these parties. A party that sits down late stays longer; a warning says if that makes a later time too full. " +
    "Sends the guest nothing.",
  stay: { timestamp: 1_795_221_300_000, endTimestamp: 1_795_227_600_000 },
  example: {
    status: "seated",
    arrivedAt: 1_795_220_700_000,
    seatedAt: 1_795_221_300_000,
    updatedAt: 1_795_221_300_000,
    revision: 3,
  },
});
