import { timeOf } from "../../../domain/time.ts";
import { instantIn } from "../book/wish.ts";
import type { DeskVisit } from "../desk-visit.ts";

const KEPT = ["name", "phone", "numberOfPeople", "date", "time", "area", "notes"] as const;

export function wishFromBooking({ brand }: DeskVisit, booking: URLSearchParams): URLSearchParams {
  const wish = new URLSearchParams();
  for (const field of KEPT) {
    const typed = booking.getAll(field).at(-1) ?? "";
    if (typed !== "") wish.set(field, typed);
  }
  const slot = instantIn(booking.get("timestamp") ?? "");
  if (!wish.has("time") && slot !== null) wish.set("time", timeOf(slot, brand.settings.timeZone));
  return wish;
}
