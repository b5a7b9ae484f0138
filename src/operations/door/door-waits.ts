import { z } from "zod";
import { serviceAt } from "../../domain/calendar.ts";
import { defineOperation, READS } from "../define.ts";
import { brandParam, partySizeParam } from "../params.ts";
import { doorWaitsFor, lineAtDoor } from "./door-wait.ts";

const SIZES = [2, 4, 6, 8];

const input = z.strictObject({
  brand: brandParam,
  numberOfPeople: partySizeParam.optional().describe("Party size; default: 2, 4, 6 and 8"),
});
const output = z.strictObject({
  open: z.boolean().describe("A service is open now"),
  ahead: z.int().describe("Parties at the door for which no table is held"),
  waits: z.array(
    z.strictObject({
      numberOfPeople: z.int(),
      minutes: z
        .int()
        .nullable()
        .describe("Minutes to wait. 0: there is room now; null: no room before the service closes"),
    }),
  ),
});
export type DoorWaits = z.infer<typeof output>;

export const doorWaits = defineOperation({
  name: "door_waits",
  title: "The wait at the door",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: ({ numberOfPeople: size }: z.infer<typeof input>, context): DoorWaits => {
    const service = serviceAt(context.brand.settings, context.now);
    if (service === null || context.now >= service.closes)
      return { open: false, ahead: 0, waits: [] };
    const sizes = size === undefined ? SIZES : [size];
    const minutes = doorWaitsFor(sizes, context);
    const waits = sizes.map((numberOfPeople, at) => ({
      numberOfPeople,
      minutes: minutes[at] ?? null,
    }));
    return { open: true, ahead: lineAtDoor(context).length, waits };
  },
});
