import type { Caller } from "../../domain/caller.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { BrandSettings } from "../../domain/settings.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";

/**
 * A reservation that the same principal made a moment ago with exactly the same call. Agents
 * sometimes send a call twice within milliseconds, without an idempotency key (rule S14).
 */
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

/**
 * Another stay at that time that is probably the same party, because phone or name are equal; null:
 * none.
 */
export function likelyTwin(made: Reservation, context: OperationContext): Reservation | null {
  const { brand, name, startAt, endAt, id } = made;
  const { reservations } = context.stores;
  return (
    samePhone(made, context) ?? reservations.overlappingByName(brand, name, startAt, endAt, id)
  );
}

const samePhone = (
  { brand, phone, startAt, endAt, id }: Reservation,
  { stores }: OperationContext,
): Reservation | null =>
  phone === null ? null : stores.reservations.overlappingByPhone(brand, phone, startAt, endAt, id);

/** Another stay of the same phone that overlaps; null: none. */
export const likelyDuplicate = samePhone;

/** A warning about such a stay. No refusal, because it may be intended. */
export function possibleDuplicate(made: Reservation, context: OperationContext): Warning[] {
  const other = likelyDuplicate(made, context);
  if (other === null) return [];
  const { name, partySize } = other;
  const zone = context.brand.settings.timeZone;
  const say = { name, startAt: other.startAt, partySize, zone };
  return [warning("POSSIBLE_DUPLICATE", { id: other.id, say })];
}
