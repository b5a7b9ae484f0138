import { z } from "zod";
import { availabilityShape, checkAvailability } from "../check-availability.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";

const output = availabilityShape.extend({
  unsure: z
    .array(z.number())
    .describe("Starts that look full but may be free, because the search for tables was cut short"),
});
type Input = z.infer<typeof checkAvailability.input>;

export const timesToBook = defineOperation({
  name: "times_to_book",
  title: "Times for a booking",
  scope: "bookings.read",
  role: "host",
  input: checkAvailability.input,
  output,
  hints: READS,
  run(given: Input, context: OperationContext): z.infer<typeof output> {
    const found = checkAvailability.run(given, context);
    const unsure = found.slots
      .filter(({ reasons }) => reasons.every(({ code }) => code === "TABLES_FULL"))
      .map(({ timestamp }) => timestamp)
      .filter((startAt) => context.search.cutShort.has(startAt));
    return { ...found, unsure };
  },
});
