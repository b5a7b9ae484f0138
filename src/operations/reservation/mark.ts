import { z } from "zod";
import { occupiedInterval } from "../../domain/occupancy.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { cutToMinute } from "../../domain/time.ts";
import { stayLine } from "../../words/en/agent/answers.ts";
import { defineTool, type OperationContext, type Tool } from "../define.ts";
import { brandParam, reservationIdParam, tableNamesParam, writeParams } from "../params.ts";
import { tablesHere } from "../seating/take-tables.ts";
import { exampleWrite } from "./example-records.ts";
import { type Mark, moveReservation } from "./move-reservation.ts";
import { type WireReservation, writeResultShape } from "./wire.ts";
import { writeResult, writeTextWith } from "./write-result.ts";

const input = z.strictObject({ brand: brandParam, id: reservationIdParam, ...writeParams });
const seatingInput = input.extend({
  tables: tableNamesParam
    .describe(
      "Where the party sits, if not at its own table; parties that have these tables get others",
    )
    .optional(),
});
type Input = z.infer<typeof seatingInput>;

const markResultShape = z.strictObject({
  ...writeResultShape.shape,
  stay: z
    .strictObject({ timestamp: z.number(), endTimestamp: z.number() })
    .nullable()
    .describe("When the party's stay starts and ends; null if the party has left or did not come"),
});
type MarkResult = z.infer<typeof markResultShape>;

interface MarkWords
  extends Pick<Tool, "title" | "words" | "description">,
    Partial<Pick<Tool, "hints">> {
  readonly example: Partial<WireReservation>;
  readonly stay: MarkResult["stay"];
  readonly frees?: true;
}

export const defineMark = (name: Mark, { example, stay, frees, ...words }: MarkWords) =>
  defineTool<Input, MarkResult>({
    name,
    scope: "bookings.write",
    input: name === "mark_seated" ? seatingInput : input,
    output: markResultShape,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [
      {
        input: { id: "01a1f03ea60027935d40f69e" },
        output: {
          ...exampleWrite(example, frees ? { waitlist: { willRun: true, waiting: 0 } } : {}),
          stay,
        },
      },
    ],
    run(given, context) {
      const { tables } = given;
      const sitsAt = tables === undefined ? null : tablesHere(tables, context);
      const { change, ...rest } = moveReservation(name, given.id, context, sitsAt);
      const { reservation } = change;
      return { ...writeResult(change, context, rest), stay: stayNow(reservation, context) };
    },
    text: (result, context) => {
      const zone = context.brand.settings.timeZone;
      const moved = result.changed && result.stay?.endTimestamp !== result.reservation.endTimestamp;
      const hasTable = !result.reservation.flags.includes("no_table");
      const { dryRun } = context;
      const line = stayLine(name, result.stay, { moved, hasTable, zone, dryRun });
      return writeTextWith(line === null ? [] : [line], result, context);
    },
    ...words,
  });

function stayNow(reservation: Reservation, { now }: OperationContext): MarkResult["stay"] {
  const { status, seatedAt } = reservation;
  if (status !== "arrived" && status !== "seated") return null;
  const stay = occupiedInterval(reservation, now);
  return stay === null
    ? null
    : { timestamp: cutToMinute(seatedAt ?? stay.from), endTimestamp: stay.to };
}
