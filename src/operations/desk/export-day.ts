import { z } from "zod";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { cellsOf } from "../export/tables.ts";
import { brandParam, dateParam } from "../params.ts";
import { reservationsOf } from "./day-sheet.ts";

const input = z.strictObject({ brand: brandParam, date: dateParam("Service date") });
const output = z.strictObject({
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});

/** Only for managers: the rows have complete phone numbers and e-mail addresses. */
export const exportDay = defineOperation({
  name: "export_day",
  title: "Export reservations",
  scope: "bookings.read",
  role: "manager",
  input,
  output,
  hints: READS,
  run: rowsOf,
});

function rowsOf(
  { date }: z.infer<typeof input>,
  context: OperationContext,
): z.infer<typeof output> {
  const { brand, stores } = context;
  const { areas, tables } = stores.floors.get(brand.slug);
  const names = new Map([...areas, ...tables].map(({ id, name }) => [id, name]));
  const within = { zone: brand.settings.timeZone, nameOf: (id: string) => names.get(id) ?? id };
  const rows = reservationsOf(date, context).map((reservation) =>
    cellsOf(
      "reservations",
      { type: "reservation", ...reservation, flags: [...reservation.flags] },
      within,
    ),
  );
  return { rows };
}
