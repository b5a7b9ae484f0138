import { createInbox, type InboundText } from "../../src/background/inbound-texts.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import type { WaitlistEntry, WaitlistOffer } from "../../src/domain/waitlist.ts";
import {
  BISTRO,
  EVENING,
  entry,
  HOUR,
  message,
  NOW,
  offer,
  reservation,
} from "../storage/samples.ts";
import type { TestMachine } from "./machine.ts";

/** The phone of the guest who texts. */
export const from = "+12125550123";
/** Delivers a text from that guest to the bistro. */
export const send = (machine: TestMachine, body: string, change: Partial<InboundText> = {}) =>
  createInbox(machine)({ brand: BISTRO, from, body, ...change });

/** Makes a reservation whose guest has been asked to confirm, and returns its id. */
export function ask(
  machine: TestMachine,
  asked: Partial<Reservation> = {},
  text: Partial<Message> = {},
): string {
  const booked = reservation({ attendance: "pending", ...asked });
  machine.stores.reservations.insert(booked);
  machine.stores.messages.enqueue(
    message({
      reservationId: booked.id,
      kind: "attendance_ask",
      state: "delivered",
      timeRevision: booked.timeRevision,
      expiresAt: EVENING - 3 * HOUR,
      ...text,
    }),
  );
  return booked.id;
}

/** Holds a table for a waiting guest. */
export function holdTable(
  machine: TestMachine,
  change: Partial<WaitlistOffer> = {},
  waiting: Partial<WaitlistEntry> = {},
): WaitlistOffer {
  const waits = entry({ phone: from, status: "offered", ...waiting });
  machine.stores.waitlist.insert(waits);
  const held = offer({
    entryId: waits.id,
    brand: waits.brand,
    phone: waits.phone,
    state: "sent",
    createdAt: NOW,
    sentAt: NOW,
    holdUntil: NOW + HOUR,
    cause: null,
    ...change,
  });
  machine.stores.offers.insert(held);
  return held;
}

/** The due texts of one kind to that guest. */
export const sentTo = (machine: TestMachine, kind: string): Message[] =>
  machine.stores.messages
    .list({ brand: null, phone: from })
    .filter((one) => one.kind === kind && one.state === "due");
