import { z } from "zod";
import { defineTool, type Tool } from "../define.ts";
import { brandParam, reservationIdParam, tableNamesParam, writeParams } from "../params.ts";
import { tablesHere } from "../seating/take-tables.ts";
import { exampleWrite } from "./example-records.ts";
import { type Mark, moveReservation } from "./move-reservation.ts";
import { type WireReservation, type WriteResult, writeResultShape } from "./wire.ts";
import { writeResult, writeText } from "./write-result.ts";

const input = z.strictObject({ brand: brandParam, id: reservationIdParam, ...writeParams });
const seatingInput = input.extend({
  tables: tableNamesParam
    .describe("Where the party sits, if not at its own table; whoever had these gets others")
    .optional(),
});
type Input = z.infer<typeof seatingInput>;

/** The words of one mark; `example`: what differs in the reservation afterwards. */
interface MarkWords
  extends Pick<Tool, "title" | "words" | "description">,
    Partial<Pick<Tool, "hints">> {
  readonly example: Partial<WireReservation>;
  /** Set if the example frees seats. */
  readonly frees?: true;
}

/**
 * Defines one of the four marks. They move a reservation to its next status and send the guest
 * nothing.
 */
export const defineMark = (name: Mark, { example, frees, ...words }: MarkWords) =>
  defineTool<Input, WriteResult>({
    name,
    scope: "bookings.write",
    input: name === "mark_seated" ? seatingInput : input,
    output: writeResultShape,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [
      {
        input: { id: "6afe03c027935d40f69e49ab" },
        output: exampleWrite(example, frees ? { waitlist: { willRun: true, waiting: 0 } } : {}),
      },
    ],
    run(given, context) {
      const { tables } = given;
      const sitsAt = tables === undefined ? null : tablesHere(tables, context);
      const { change, ...rest } = moveReservation(name, given.id, context, sitsAt);
      return writeResult(change, context, rest);
    },
    text: writeText,
    ...words,
  });
