import { z } from "zod";
import { NOTE_FIELDS } from "../../domain/reservation.ts";
import { defineOperation } from "../define.ts";
import { brandParam, noteParams, reservationIdParam, writeParams } from "../params.ts";
import { updateBooking } from "../update-booking.ts";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  ...noteParams(NOTE_FIELDS, "update").shape,
  ...writeParams,
});

export const writeNotes = defineOperation({
  name: "write_notes",
  title: "Write the notes",
  words: { done: "notes saved" },
  scope: "bookings.write",
  role: "host",
  input,
  output: updateBooking.output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [
    {
      input: {
        id: "01a1f03ea60027935d40f69e",
        notes: "",
        foodDrinkNotes: "No nuts",
        seatingNotes: "Window",
      },
    },
  ],
  run: (given, context) => updateBooking.run(given, context),
});
