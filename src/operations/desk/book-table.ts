import { create, createBooking, createBookingInput } from "../create-booking.ts";
import { defineOperation } from "../define.ts";
import { noteParam } from "../params.ts";

const input = createBookingInput.extend({
  foodDrinkNotes: noteParam("Food and drink notes, such as allergies").optional(),
  seatingNotes: noteParam("Seating notes, such as a high chair").optional(),
});

/** create_booking with all three notes at once, for the form. */
export const bookTable = defineOperation({
  ...createBooking,
  name: "book_table",
  title: "Book a table with all notes",
  role: "host",
  description:
    "Books a table exactly as create_booking does, with the food and drink notes and the seating notes beside the " +
    "internal ones. Sends the guest the same confirmation SMS.",
  input,
  examples: [
    {
      input: {
        name: "Ana Lopez",
        phone: "(212) 555-0123",
        numberOfPeople: 4,
        date: "Friday, November 20, 2026",
        time: "7:30 PM",
        seatingNotes: "High chair",
      },
    },
  ],
  run: create,
});
