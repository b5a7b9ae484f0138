import { z } from "zod";
import { defineOperation } from "../define.ts";
import { brandParam, noteParam, reservationIdParam, writeParams } from "../params.ts";
import { updateBooking } from "../update-booking.ts";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  notes: noteParam("Internal notes; empty clears them"),
  foodDrinkNotes: noteParam("Food and drink notes; empty clears them"),
  seatingNotes: noteParam("Seating notes; empty clears them"),
  ...writeParams,
});

/** All three notes as they stand in the form. */
export const writeNotes = defineOperation({
  name: "write_notes",
  title: "Write the notes",
  scope: "bookings.write",
  role: "host",
  description:
    "Replaces the three notes of a reservation with what stands in the form; an empty one is cleared. Sends the " +
    "guest nothing.",
  input,
  output: updateBooking.output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [
    {
      input: {
        id: "6afe03c027935d40f69e49ab",
        notes: "",
        foodDrinkNotes: "No nuts",
        seatingNotes: "Window",
      },
    },
  ],
  form: { submit: "Save notes" },
  run: (given, context) => updateBooking.run(given, context),
  text: updateBooking.text,
});
