import type { Message } from "../domain/message.ts";
import type { Reservation } from "../domain/reservation.ts";
import { isAbout } from "../operations/reservation/text-rows.ts";
import type { Standing } from "../storage/reservation-store.ts";
import type { Stores } from "../storage/stores.ts";

/** A change withdraws waiting texts, but a text that was being sent at that moment may be due again later. */
export function isStale(text: Message, { offers, reservations, messages }: Stores): boolean {
  if (text.kind === "offer") return offers.ofText(text)?.state !== "queued";
  if (text.reservationId === null) return false;
  const reservation = reservations.standing(text.reservationId);
  if (reservation === null || contradicts(text, reservation)) return true;
  return text.attempt > 0 && TELLING.has(text.kind) && messages.toldSince(text.id);
}

/** A later text of one of these kinds replaces an earlier one. */
const TELLING: ReadonlySet<Message["kind"]> = new Set([
  "confirmation",
  "update",
  "request_received",
]);

const NO_TABLE: ReadonlySet<Reservation["status"]> = new Set([
  "pending",
  "completed",
  "no_show",
  "cancelled",
]);

function contradicts(text: Message, reservation: Standing): boolean {
  const { status, attendance } = reservation;
  switch (text.kind) {
    case "confirmation":
    case "update":
      return NO_TABLE.has(status) || !isAbout(text, reservation);
    case "request_received":
      return status !== "pending" || !isAbout(text, reservation);
    case "attendance_ask":
    case "follow_up":
      return status !== "booked" || attendance !== "pending" || !isAbout(text, reservation);
    case "reminder":
      return status !== "booked" || !isAbout(text, reservation);
    case "cancellation":
      return status !== "cancelled";
    case "offer":
    case "offer_gone":
    case "reply":
    case "staff":
      return false;
  }
}
