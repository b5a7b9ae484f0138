import type { Caller } from "../../domain/caller.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { BrandSettings } from "../../domain/settings.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";

/** What an identical call booked seconds ago (rule S14). Null for a call with an idempotency key. */
export function exactTwin(
  given: { readonly name: string; readonly numberOfPeople: number },
  phone: string | null,
  startAt: number,
  context: OperationContext,
): { readonly reservation: Reservation; readonly warnings: readonly Warning[] } | null {
  const { brand, caller, now, stores, idempotencyKey } = context;
  const seconds = twinSeconds(caller, brand.settings);
  if (seconds === 0 || phone === null || idempotencyKey !== null) return null;
  const reservation = stores.reservations.findTwin({
    brand: brand.slug,
    createdBy: caller.principal,
    name: given.name,
    phone,
    startAt,
    partySize: given.numberOfPeople,
    since: now - seconds * 1000,
  });
  if (reservation === null || reservation.status === "cancelled") return null;
  const facts = { id: reservation.id, say: { seconds } };
  return { reservation, warnings: [warning("DUPLICATE_CALL", facts)] };
}

function twinSeconds({ kind }: Caller, { dedupeTwinSeconds }: BrandSettings): number {
  switch (kind) {
    case "oauth":
      return dedupeTwinSeconds.oauth;
    case "api_key":
      return dedupeTwinSeconds.apiKey;
    case "session":
      return dedupeTwinSeconds.session;
    case "system":
    case "operator":
      return 0;
  }
}

export const likelyTwin = (made: Reservation, context: OperationContext): Reservation | null =>
  samePhone(made, context) ?? sameName(made, null, context);

/** A walk-in is compared by phone only, because many walk-ins have the same name. */
export const likelyDuplicate = (made: Reservation, context: OperationContext): Reservation | null =>
  samePhone(made, context) ??
  (made.flags.includes("walk_in") ? null : sameName(made, made.partySize, context));

const samePhone = (
  { brand, phone, startAt, endAt, id }: Reservation,
  { stores }: OperationContext,
): Reservation | null =>
  phone === null ? null : stores.reservations.overlappingByPhone(brand, phone, startAt, endAt, id);

const sameName = (
  { brand, name, startAt: from, endAt: to, id: exceptId }: Reservation,
  partySize: number | null,
  { stores }: OperationContext,
): Reservation | null =>
  stores.reservations.overlappingByName({ brand, name, partySize, from, to, exceptId });

export function possibleDuplicate(made: Reservation, context: OperationContext): Warning[] {
  const other = likelyDuplicate(made, context);
  if (other === null) return [];
  const { name, partySize, startAt } = other;
  const zone = context.brand.settings.timeZone;
  const isSamePhone = made.phone !== null && other.phone === made.phone;
  const say = { name, startAt, partySize, zone, samePhone: isSamePhone };
  return [warning("POSSIBLE_DUPLICATE", { id: other.id, say })];
}
