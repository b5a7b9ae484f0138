import { endOf } from "../../domain/admission.ts";
import { newId } from "../../domain/ids.ts";
import type { WaitlistEntry, WaitlistOffer } from "../../domain/waitlist.ts";
import { tablesIn } from "../../storage/reservation-columns.ts";
import type { OperationContext } from "../define.ts";
import { moveTables } from "../seating/move-tables.ts";
import { tableNames } from "../seating/names.ts";
import { nextOpening } from "./door-wait.ts";

/** The offer has no phone, so that no reply can accept it. Null if there is no room before `holdUntil`. */
export function keepTable(
  { id: entryId, brand, partySize }: WaitlistEntry,
  holdUntil: number,
  context: OperationContext,
): WaitlistOffer | null {
  const { now, random, stores } = context;
  const opening = nextOpening(partySize, context);
  if (opening === null || opening.at >= holdUntil) return null;
  const { at: startAt, seat } = opening;
  const offer: WaitlistOffer = {
    id: newId(now, random),
    entryId,
    brand,
    phone: "",
    partySize,
    startAt,
    endAt: endOf(startAt, partySize, context.brand.settings),
    state: "sent",
    createdAt: now,
    sentAt: now,
    holdUntil,
    tables: seat?.tables.join(" ") ?? "",
    answeredAt: null,
    cause: null,
  };
  stores.offers.insert(offer);
  moveTables(seat, offer.id, context);
  return offer;
}

export function keptFor(
  { id }: Pick<WaitlistEntry, "id">,
  { stores, now }: OperationContext,
): WaitlistOffer | null {
  const offer = stores.waitlist.offerOf(id);
  return offer !== null && offer.holdUntil > stores.clock.endingsAt(now) ? offer : null;
}

export const keptTables = (
  offer: WaitlistOffer,
  { brand, stores }: Pick<OperationContext, "brand" | "stores">,
): string[] => tableNames(tablesIn(offer.tables), stores.floors.get(brand.slug));
