import { defineOperation } from "./define.ts";
import { EXAMPLE_RESERVATION } from "./reservation/example-records.ts";
import { markInput, runMark } from "./reservation/mark.ts";
import { writeResultShape } from "./reservation/wire.ts";
import { writeText } from "./reservation/write-result.ts";

export const markCompleted = defineOperation({
  name: "mark_completed",
  title: "Guest has left",
  scope: "bookings.write",
  description:
    "The service is finished and the guest has left. Legal from seated or arrived. Sends the " +
    "guest nothing.",
  input: markInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [
    {
      input: { id: "6afe03c027935d40f69e49ab" },
      output: {
        reservation: {
          ...EXAMPLE_RESERVATION,
          status: "completed",
          arrivedAt: 1_795_220_700_000,
          seatedAt: 1_795_221_300_000,
          completedAt: 1_795_226_700_000,
          updatedAt: 1_795_226_700_000,
          revision: 4,
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
  run: (given, context) => runMark("mark_completed", given, context),
  text: writeText,
});
