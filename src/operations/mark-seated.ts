import { defineOperation } from "./define.ts";
import { EXAMPLE_RESERVATION } from "./reservation/example-records.ts";
import { markInput, runMark } from "./reservation/mark.ts";
import { writeResultShape } from "./reservation/wire.ts";
import { writeText } from "./reservation/write-result.ts";

export const markSeated = defineOperation({
  name: "mark_seated",
  title: "Guest is seated",
  scope: "bookings.write",
  description:
    "The guest sits at the table. Legal from booked or arrived, from 3 hours before the start. " +
    "A party that sits down late stays as much longer, and a warning tells when that makes a " +
    "later time over-full. Sends the guest nothing.",
  input: markInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [
    {
      input: { id: "6afe03c027935d40f69e49ab" },
      output: {
        reservation: {
          ...EXAMPLE_RESERVATION,
          status: "seated",
          arrivedAt: 1_795_220_700_000,
          seatedAt: 1_795_221_300_000,
          updatedAt: 1_795_221_300_000,
          revision: 3,
        },
        changed: true,
        dryRun: false,
        warnings: [],
        notifications: [],
        waitlist: null,
        placement: null,
      },
    },
  ],
  run: (given, context) => runMark("mark_seated", given, context),
  text: writeText,
});
