// The bookings of the bench: a group of restaurants, each asked for a table on every evening of
// half a year, so that no evening is fuller than a busy one.
import { addDays, dateOf, formatDate } from "../../src/domain/time.ts";

/** Where all of them are. */
export const ZONE = "America/New_York";
/** How many restaurants share the load by default. */
export const HOUSES = 20;
const DAYS = 170;
/** Every quarter of an hour from 5:00 PM to 9:30 PM. */
const TIMES = Array.from({ length: 19 }, (_, slot) => {
  const minutes = (slot % 4) * 15;
  return `${5 + Math.floor(slot / 4)}:${String(minutes).padStart(2, "0")} PM`;
});

/** The slugs of that many restaurants. */
export const houses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? "bench" : `bench-${index + 1}`));

const today = dateOf(Date.now(), ZONE);
/** The date that many days from today, in a tool's format. */
export const dateAhead = (days: number): string => formatDate(addDays(today, days));
const dates = Array.from({ length: DAYS }, (_, day) => dateAhead(1 + day));

const evening = (index: number): string => dates[index % DAYS] ?? "";

/**
 * The calls of create_booking: restaurant by restaurant, evening by evening, slot by slot. Every
 * guest has their own phone and gets the usual texts.
 */
export function booking(index: number, slugs: readonly string[] = ["bench"]) {
  const round = Math.floor(index / slugs.length);
  return {
    brand: slugs[index % slugs.length] ?? "",
    name: `Guest ${index}`,
    phone: `+1212${2_000_000 + (index % 8_000_000)}`,
    numberOfPeople: 2 + (index % 4),
    date: evening(round),
    time: TIMES[Math.floor(round / DAYS) % TIMES.length] ?? "",
  };
}

/** Asks for a table on one of those evenings. */
export const question = (index: number): object => ({
  brand: "bench",
  numberOfPeople: 4,
  date: evening(index),
});
