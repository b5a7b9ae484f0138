import { defineOperation } from "./define.ts";
import { EXAMPLE_RESERVATION } from "./reservation/example-records.ts";
import { markInput, runMark } from "./reservation/mark.ts";
import { writeResultShape } from "./reservation/wire.ts";
import { writeText } from "./reservation/write-result.ts";

export const markArrived = defineOperation({
  name: "mark_arrived",
  title: "Guest has arrived",
  scope: "bookings.write",
  description:
    "The guest is at the restaurant and not seated yet. Legal from booked, from 3 hours before " +
    "the start; a no-show who comes late the same evening is taken back while the seats are " +
    "free. Sends the guest nothing.",
  input: markInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [
    {
      input: { id: "6afe03c027935d40f69e49ab" },
      output: {
        reservation: {
          ...EXAMPLE_RESERVATION,
          status: "arrived",
          arrivedAt: 1_795_220_700_000,
          updatedAt: 1_795_220_700_000,
          revision: 2,
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
  run: (given, context) => runMark("mark_arrived", given, context),
  text: writeText,
});
