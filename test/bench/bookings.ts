// The bookings of the bench: every restaurant of a group gets bookings on each evening of half a
// year, so that no evening is fuller than a usual busy one.
import { addDays, dateOf, formatDate } from "../../src/domain/time.ts";

/** The zone of all restaurants. */
export const ZONE = "America/New_York";
/** The number of restaurants that get bookings by default. */
export const HOUSES = 20;
const DAYS = 170;
/** Starts every quarter of an hour from 5:00 PM to 9:30 PM. */
const TIMES = Array.from({ length: 19 }, (_, slot) => {
  const minutes = (slot % 4) * 15;
  return `${5 + Math.floor(slot / 4)}:${String(minutes).padStart(2, "0")} PM`;
});

/** The slugs of `count` restaurants. */
export const houses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? "bench" : `bench-${index + 1}`));

const today = dateOf(Date.now(), ZONE);
/** The date `days` days from today, as tools expect it. */
export const dateAhead = (days: number): string => formatDate(addDays(today, days));
const dates = Array.from({ length: DAYS }, (_, day) => dateAhead(1 + day));

const evening = (index: number): string => dates[index % DAYS] ?? "";

/**
 * The input of create_booking number `index`. Consecutive bookings go to one restaurant after the
 * other, then to the next evening, and after the last evening to the next slot. Every guest has a
 * different phone and gets the usual texts.
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

/** The input of check_availability for one of the same evenings. */
export const question = (index: number): object => ({
  brand: "bench",
  numberOfPeople: 4,
  date: evening(index),
});
