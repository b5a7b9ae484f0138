import { refusal } from "../../domain/errors.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { OperationContext } from "../define.ts";

interface TextedGuest {
  /** E.164. Null if unknown. */
  readonly phone: string | null;
  readonly name: string | null;
  /** If the id names a text, this is the next reservation of the text's phone. */
  readonly reservation: Reservation | null;
  readonly entryId: string | null;
}

/** `id` names a reservation, a waitlist entry or a text. Error: NOT_FOUND. */
export function textedGuest(id: string, context: OperationContext): TextedGuest {
  const { stores, brand } = context;
  const reservation = stores.reservations.get(id);
  if (reservation?.brand === brand.slug) {
    return { phone: reservation.phone, name: reservation.name, reservation, entryId: null };
  }
  const entry = stores.waitlist.entry(id);
  if (entry?.brand === brand.slug) {
    return { phone: entry.phone || null, name: entry.name, reservation: null, entryId: id };
  }
  const phone =
    stores.messageList.inbound(brand.slug, id)?.sender ?? textOut(id, context)?.to ?? null;
  if (phone === null || phone === "") throw refusal("NOT_FOUND.conversation", { id });
  return ofPhone(phone, context);
}

function textOut(id: string, { stores, brand }: OperationContext) {
  const text = stores.messages.get(id);
  return text?.brand === brand.slug ? text : null;
}

function ofPhone(phone: string, { stores, brand, now }: OperationContext): TextedGuest {
  const [next] = stores.guests.open(brand.slug, phone, now, 1);
  if (next !== undefined) return { phone, name: next.name, reservation: next, entryId: null };
  const known = stores.messageList
    .thread(brand.slug, phone, 20)
    .find(({ guestName }) => guestName !== null);
  return { phone, name: known?.guestName ?? null, reservation: null, entryId: null };
}
