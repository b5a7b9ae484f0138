// A Friday in a good restaurant, shortly after seven: some parties are seated, some late, some
// waiting.
import { displayDate, HOUR, MINUTE } from "../../src/domain/time.ts";
import type { Desk } from "../acceptance/support.ts";
import { BRAND, bookAt, DINNER, ZONE } from "./desk-house.ts";

type Guest = readonly [minutes: number, name: string, party: number, notes?: Notes];
type Notes = Readonly<Partial<Record<"notes" | "foodDrinkNotes" | "seatingNotes", string>>>;

/** In the order of their start, which is in minutes after 5:00 PM. */
const GUESTS: readonly Guest[] = [
  [0, "Wei Chen", 2],
  [0, "Priya Raman", 4, { foodDrinkNotes: "Two vegetarian" }],
  [15, "Tom Becker", 2],
  [
    30,
    "Amara Okafor",
    6,
    { notes: "Birthday, candle on the dessert", seatingNotes: "Round table" },
  ],
  [45, "Lucía Fernández", 2],
  [60, "Jonas Lindqvist", 4],
  [60, "Maggie Duval", 3, { foodDrinkNotes: "Nut allergy, carries an EpiPen" }],
  [75, "Hiro Tanaka", 2, { seatingNotes: "Bar 4" }],
  [90, "Grace Whitfield", 5],
  [105, "Zoë Brandt", 2],
  [120, "Samir Haddad", 4, { notes: "In from the theatre, needs to leave by nine" }],
  [120, "Ana Lopez", 4, { seatingNotes: "Window" }],
  [120, "Olivia Hart", 2],
  [135, "Noah Feldman", 2],
  [135, "Chiara Moretti", 6],
  [150, "Ben Achterberg", 2, { foodDrinkNotes: "Coeliac: gluten-free" }],
  [150, "Ingrid Solberg", 4],
  [165, "Ravi Menon", 3],
  [180, "The Papadopoulos-Hallgrímsdóttir family", 8, { seatingNotes: "Back room" }],
  [180, "Ella Novak", 2],
  [195, "Marcus Reid", 4],
  [210, "Fatima Zahra", 2],
  [225, "George Lindley", 2, { notes: "Regular, the corner if possible" }],
  [240, "Sofie Claes", 4],
];

/** Plays the evening until 7:12 PM and returns the reservations' ids by the guests' names. */
export async function playEvening(desk: Desk): Promise<ReadonlyMap<string, string>> {
  const limits = ["seats=48", "paceCovers=14", "noShowGraceMinutes=30"];
  await desk.set(BRAND, "tables.mode=suggest", ...limits);
  const ids = new Map<string, string>();
  for (const [index, [minutes, name, numberOfPeople, notes]] of GUESTS.entries()) {
    const phone = `+1212555${String(130 + index * 7).padStart(4, "0")}`;
    const guest = { name, numberOfPeople, phone, notifyCustomer: true };
    const id = await bookAt(desk, DINNER + minutes * MINUTE, guest);
    ids.set(name, id);
    for (const [field, note] of Object.entries(notes ?? {})) {
      await desk.ok("add_note", { brand: BRAND, id, field, note });
    }
  }
  await waitFor(desk, "Victor Hale", 4, "7:45 PM");
  await waitFor(desk, "Nadia Rahimi", 2, "8:00 PM");
  await waitFor(desk, "Otto Wagner", 6, "8:15 PM");
  const mark = async (
    tool: "mark_arrived" | "mark_seated" | "mark_completed",
    from: number,
    to: number,
  ) => {
    for (const [, name] of GUESTS.slice(from, to)) {
      await desk.ok(tool, { brand: BRAND, id: ids.get(name) ?? "" });
    }
  };
  await desk.goTo(DINNER + 5 * MINUTE);
  await mark("mark_seated", 0, 3);
  await desk.goTo(DINNER + 62 * MINUTE);
  await mark("mark_seated", 3, 6);
  await desk.goTo(DINNER + 100 * MINUTE);
  await mark("mark_completed", 0, 2);
  await mark("mark_seated", 6, 9);
  await desk.goTo(DINNER + 128 * MINUTE);
  await mark("mark_arrived", 10, 12);
  // Cancelled last, so that the waitlist has just made an offer.
  await desk.ok("cancel_booking", { brand: BRAND, id: ids.get("Ingrid Solberg") ?? "" });
  await desk.goTo(DINNER + 2 * HOUR + 12 * MINUTE);
  return ids;
}

async function waitFor(desk: Desk, name: string, numberOfPeople: number, time: string) {
  await desk.ok("add_to_waitlist", {
    brand: BRAND,
    name,
    phone: `+1212555${String(160 + name.length * 3).padStart(4, "0")}`,
    numberOfPeople,
    date: displayDate(DINNER, ZONE),
    time,
  });
}
