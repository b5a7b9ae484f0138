import { z } from "zod";
import { occupiedInterval } from "../../domain/occupancy.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam, reservationIdParam } from "../params.ts";
import { findReservation } from "../reservation/write-result.ts";
import { choicesFor } from "../seating/choose-tables.ts";
import { tableNames } from "../seating/names.ts";

const input = z.strictObject({ brand: brandParam, id: reservationIdParam });

const output = z.strictObject({
  places: z
    .array(
      z.strictObject({
        tables: z.array(z.string()).describe("Names"),
        ids: z.array(z.string()),
        maxCovers: z.int(),
        free: z.boolean(),
        freeUntil: z
          .number()
          .nullable()
          .describe("When the next party needs the place; null if no party needs it"),
        takenBy: z.array(z.string()).describe('Names of the parties in the way, or "blocked"'),
        swaps: z.boolean().describe("The party at the place can exchange tables with this party"),
      }),
    )
    .describe("Free places first, then taken places; each group from small to large"),
});
export type TableChoices = z.infer<typeof output>;

export const tableChoices = defineOperation({
  name: "table_choices",
  title: "Tables for a party",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show({ id }: z.infer<typeof input>, context: OperationContext): TableChoices {
  const before = findReservation(id, context);
  const interval = occupiedInterval(before, context.now);
  if (interval === null) return { places: [] };
  const stay = { from: Math.max(interval.from, context.now), to: interval.to };
  const { stores, brand } = context;
  const records = stores.floors.get(brand.slug);
  const nameOf = (taker: string): string => {
    const entry = stores.offers.get(taker)?.entryId ?? "";
    return (stores.reservations.get(taker) ?? stores.waitlist.entry(entry))?.name ?? "";
  };
  return {
    places: choicesFor(before, stay, context).map(({ unit, takers, swaps, freeUntil }) => ({
      tables: tableNames(unit.tables, records),
      ids: [...unit.tables],
      maxCovers: unit.maxCovers,
      free: takers.length === 0,
      freeUntil,
      takenBy: takers.map((one) => (one === null ? "blocked" : nameOf(one.id))),
      swaps,
    })),
  };
}
