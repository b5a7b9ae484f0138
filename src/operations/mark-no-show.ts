import { defineOperation } from "./define.ts";
import { EXAMPLE_RESERVATION } from "./reservation/example-records.ts";
import { markInput, runMark } from "./reservation/mark.ts";
import { writeResultShape } from "./reservation/wire.ts";
import { writeText } from "./reservation/write-result.ts";

export const markNoShow = defineOperation({
  name: "mark_no_show",
  title: "Guest did not come",
  scope: "bookings.write",
  description:
    "The guest never came. Legal from booked, from some minutes after the start (a setting, " +
    "usually 15). Frees the rest of the stay, which is offered to matching waiting guests by " +
    "SMS. Sends the guest nothing.",
  input: markInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [
    {
      input: { id: "6afe03c027935d40f69e49ab" },
      output: {
        reservation: {
          ...EXAMPLE_RESERVATION,
          status: "no_show",
          updatedAt: 1_795_222_200_000,
          revision: 2,
        },
        changed: true,
        dryRun: false,
        warnings: [],
        notifications: [],
        waitlist: { willRun: true, waiting: 0 },
        placement: null,
      },
    },
  ],
  run: (given, context) => runMark("mark_no_show", given, context),
  text: writeText,
});
