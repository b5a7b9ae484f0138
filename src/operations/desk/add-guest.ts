import type { z } from "zod";
import { add, addToWaitlist, addToWaitlistInput } from "../add-to-waitlist.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { dateParam } from "../params.ts";
import type { addedEntryShape } from "../waitlist/wire-entry.ts";
import { dateAt } from "./book-table.ts";

const input = addToWaitlistInput.extend({
  date: dateParam("Service date of the wished start"),
  time: addToWaitlistInput.shape.time.unwrap(),
});
type Input = z.infer<typeof input>;

/** Like add_to_waitlist, but a time past midnight belongs to the evening before. */
export const addGuest = defineOperation<Input, z.infer<typeof addedEntryShape>>({
  name: "add_guest",
  title: "Put a guest on the waitlist at the desk",
  words: { done: "On the waitlist" },
  scope: "bookings.write",
  role: "host",
  input,
  output: addToWaitlist.output,
  hints: addToWaitlist.hints,
  examples: addToWaitlist.examples.slice(0, 1).map(({ input: example }) => ({ input: example })),
  run: (given: Input, context: OperationContext) => {
    const date = dateAt(given.date, given.time, context.brand.settings);
    return add({ ...given, date }, context);
  },
});
