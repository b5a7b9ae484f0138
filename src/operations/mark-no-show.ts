import { defineOperation } from "./define.ts";
import { markInput, runMark } from "./mark.ts";
import { writeResultShape } from "./wire.ts";
import { writeText } from "./write-result.ts";

export const markNoShow = defineOperation({
  name: "mark_no_show",
  title: "Guest did not come",
  scope: "bookings.write",
  description:
    "The guest never came. Legal from booked, from some minutes after the start (a setting, usually 15). Frees the rest of the stay, which is offered to matching waiting guests by SMS. Sends the guest nothing.",
  input: markInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [{ input: { id: "6745a1b2c3d4e5f60718293a" } }],
  form: { submit: "No-show" },
  run: (given, context) => runMark("mark_no_show", given, context),
  text: writeText,
});
