import { defineMark } from "./reservation/mark.ts";

export const markNoShow = defineMark("mark_no_show", {
  title: "Guest did not come",
  words: { button: "No-show", done: "no-show", history: "No-show" },
  description:
    "The guest never came. Allowed from booked, at the earliest some minutes after the start (a setting, usually 15). " +
    "Frees the rest of the stay, which is offered to matching waiting guests by SMS. Sends the guest nothing.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  stay: null,
  example: { status: "no_show", updatedAt: 1_795_222_200_000, revision: 2 },
  frees: true,
});
