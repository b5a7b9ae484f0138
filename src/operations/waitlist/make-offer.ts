import { endOf } from "../../domain/admission.ts";
import { newId } from "../../domain/ids.ts";
import { newMessage } from "../../domain/message.ts";
import { lastDigits } from "../../domain/phone.ts";
import { costOf } from "../../domain/segments.ts";
import type { SlotFreed, WaitlistEntry, WaitlistOffer } from "../../domain/waitlist.ts";
import { holdUntilFor } from "../../domain/waitlist-matching.ts";
import { renderMessage } from "../../words/guest-texts.ts";
import type { OperationContext } from "../define.ts";
import type { WireNotification } from "../reservation/wire.ts";
import { findSeat } from "../seating/find-seat.ts";
import { moveTables } from "../seating/move-tables.ts";
import { recordEntryChange } from "./record-entry-change.ts";

export interface MadeOffer {
  readonly offer: WaitlistOffer;
  readonly notification: WireNotification;
}

/** The caller must have checked that the guest may be offered a table at `startAt`. */
export function makeOffer(
  entry: WaitlistEntry,
  startAt: number,
  freed: SlotFreed,
  system: OperationContext,
): MadeOffer {
  const { brand, now, stores, random } = system;
  const endAt = endOf(startAt, entry.partySize, brand.settings);
  const stay = { from: startAt, to: endAt, covers: entry.partySize, area: entry.area };
  const own = { phone: entry.phone, ...(entry.replaces === null ? {} : { id: entry.replaces }) };
  const seat = findSeat(stay, own, system);
  const offer: WaitlistOffer = {
    id: newId(now, random),
    entryId: entry.id,
    brand: brand.slug,
    phone: entry.phone,
    partySize: entry.partySize,
    startAt,
    endAt,
    state: "queued",
    createdAt: now,
    sentAt: null,
    holdUntil: holdUntilFor(startAt, now),
    tables: seat?.tables.join(" ") ?? "",
    answeredAt: null,
    cause: freed.id,
  };
  stores.offers.insert(offer);
  moveTables(seat, offer.id, system);
  const changes = {
    status: "offered",
    offersSent: entry.offersSent + 1,
    passedOver: entry.passedOver.filter(({ timestamp }) => timestamp !== startAt),
  } as const;
  recordEntryChange(entry, changes, "offer_table", system);
  return { offer, notification: queueText(offer, entry, system) };
}

function queueText(
  offer: WaitlistOffer,
  entry: WaitlistEntry,
  { brand, now, stores, random, caller }: OperationContext,
): WireNotification {
  const body = renderMessage("offer", {
    brand,
    guestName: entry.name,
    partySize: offer.partySize,
    at: offer.startAt,
    holdUntil: offer.holdUntil,
    firstText: !stores.messages.everTexted(offer.phone, brand.slug),
    sampleLink: stores.guestLinks.sample,
  });
  const segments = costOf(body, stores.guestLinks.sample);
  const id = newId(now, random);
  const text = newMessage({
    id,
    brand: brand.slug,
    entryId: entry.id,
    offerId: offer.id,
    kind: "offer",
    to: offer.phone,
    body,
    segments,
    expiresAt: offer.holdUntil,
    uniqueKey: `offer:${offer.id}`,
    createdAt: now,
    createdBy: caller.principal,
  });
  stores.messages.enqueue(text);
  return {
    kind: "offer",
    recipient: "waiting_guest",
    name: entry.name,
    phone: lastDigits(offer.phone),
    body,
    segments,
    dueAt: now,
    state: "queued",
    why: null,
  };
}
