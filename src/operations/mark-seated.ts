import { defineOperation } from "./define.ts";
import { markInput, runMark } from "./mark.ts";
import { writeResultShape } from "./wire.ts";
import { writeText } from "./write-result.ts";

export const markSeated = defineOperation({
  name: "mark_seated",
  title: "Guest is seated",
  scope: "bookings.write",
  description:
    "The guest sits at the table. Legal from booked or arrived, from 3 hours before the start. A party that sits down late stays as much longer, and a warning tells when that makes a later time over-full. Sends the guest nothing.",
  input: markInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6745a1b2c3d4e5f60718293a" } }],
  form: { submit: "Seated" },
  run: (given, context) => runMark("mark_seated", given, context),
  text: writeText,
});
