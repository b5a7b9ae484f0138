import { z } from "zod";
import { refusal } from "../domain/errors.ts";
import { MAX_NOTE } from "../domain/stored-values.ts";
import { noteLines } from "../words/en/agent/answers.ts";
import { defineTool, type OperationContext } from "./define.ts";
import {
  brandParam,
  noteFieldParam,
  noteParam,
  reservationIdParam,
  writeParams,
} from "./params.ts";
import { exampleWrite } from "./reservation/example-records.ts";
import { recordChange } from "./reservation/record-change.ts";
import { noteResultShape } from "./reservation/wire.ts";
import { findReservation, writeResult, writeTextWith } from "./reservation/write-result.ts";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  note: noteParam("Note text. An empty text clears the note if append is false"),
  field: noteFieldParam,
  append: z
    .boolean()
    .default(false)
    .describe("true adds the text below the existing note; false replaces the note"),
  ...writeParams,
});

export const addNote = defineTool({
  name: "add_note",
  title: "Write a note",
  words: { button: "Notes", done: "note saved", history: "Note written" },
  scope: "bookings.write",
  description:
    "Writes a note on a reservation, whatever its status. Pass append: true unless the old note is wrong. " +
    "Without append, the new text replaces the old text. Notes are for the staff: the guest never sees them and " +
    "no SMS is sent. undo_last_change restores a replaced text.",
  input,
  output: noteResultShape,
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  examples: [
    {
      input: {
        id: "01a1f03ea60027935d40f69e",
        note: "Allergic to nuts",
        field: "foodDrinkNotes",
        append: true,
      },
      output: {
        ...exampleWrite({
          foodDrinkNotes: "Allergic to nuts",
          updatedAt: 1_795_032_300_000,
          revision: 2,
        }),
        previous: { field: "foodDrinkNotes", text: "" },
      },
    },
  ],
  run: writeNote,
  text: (output, context) => {
    const { field, text: before } = output.previous;
    const { [field]: now, id } = output.reservation;
    const undo = output.changed && !context.dryRun;
    const note = {
      now,
      before: before !== "" && now.startsWith(before) ? null : before,
      undo: undo ? { tool: "undo_last_change", arguments: { id } } : null,
    };
    return writeTextWith(noteLines(field, note), output, context);
  },
});

function writeNote(
  given: z.infer<typeof input>,
  context: OperationContext,
): z.infer<typeof noteResultShape> {
  const before = findReservation(given.id, context);
  const { field, note, append } = given;
  const present = before[field];
  const text =
    append && present !== "" && note !== ""
      ? `${present}\n${note}`
      : append && note === ""
        ? present
        : note;
  if (text.length > MAX_NOTE) {
    const facts = { parameter: "note", length: text.length, limit: MAX_NOTE };
    throw refusal("INVALID_INPUT.note_too_long", { ...facts, say: { field } });
  }
  const change = recordChange(before, { [field]: text }, "add_note", context);
  return { ...writeResult(change, context), previous: { field, text: present } };
}
