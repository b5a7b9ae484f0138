import { defineOperation } from "./define.ts";
import { markInput, runMark } from "./mark.ts";
import { writeResultShape } from "./wire.ts";
import { writeText } from "./write-result.ts";

export const markCompleted = defineOperation({
  name: "mark_completed",
  title: "Guest has left",
  scope: "bookings.write",
  description:
    "The service is finished and the guest has left. Legal from seated or arrived. Sends the guest nothing.",
  input: markInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6745a1b2c3d4e5f60718293a" } }],
  form: { submit: "Done" },
  run: (given, context) => runMark("mark_completed", given, context),
  text: writeText,
});
