import { DEFAULT_LANGUAGE } from "../../domain/languages.ts";
import { isBesideName } from "../../domain/name-words.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { type AttendanceState, isExpected, type Status } from "../../domain/reservation-states.ts";
import { DAY } from "../../domain/time.ts";
import { isLive, isOnList, type WaitlistEntry, type WaitlistOffer } from "../../domain/waitlist.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { isReleased } from "../reservation/attendance-answers.ts";

type CommonView = ReturnType<typeof commonView> & {
  /** When the link stops working. */
  readonly expiresAt: number;
  /** Buttons on a page with an older revision are refused. */
  readonly revision: number;
};

export interface OfferView extends CommonView {
  readonly kind: "offer";
  readonly holdUntil: number;
  /** `late`: the hold ended, but the table may be free. `closed`: the guest can do nothing more. */
  readonly state: "open" | "late" | "taken" | "passed" | "closed";
  readonly waiting: boolean;
  readonly reservationToken: string | null;
}

export interface ReservationView extends CommonView {
  readonly kind: "reservation";
  readonly status: Status;
  readonly attendance: AttendanceState;
  readonly mayConfirm: boolean;
  readonly mayCancel: boolean;
  readonly updatedAt: number;
  readonly sequence: number;
}

export type GuestView = OfferView | ReservationView;

/** The only personal data is the guest's first name. */
function commonView(
  { id, partySize, startAt, endAt }: WaitlistOffer | Reservation,
  name: string,
  { name: brandName, settings }: MachineContext["brand"],
) {
  return {
    id,
    brandName,
    contact: settings.contact ?? {},
    language: settings.language ?? DEFAULT_LANGUAGE,
    firstName: firstNameOf(name),
    partySize,
    startAt,
    endAt,
    zone: settings.timeZone,
  };
}

export function offerView(
  offer: WaitlistOffer,
  entry: WaitlistEntry,
  { now, brand, stores }: MachineContext,
): OfferView {
  const { startAt, endAt, holdUntil } = offer;
  const waiting = isOnList(entry);
  const booked = entry.bookingId === null ? null : stores.reservations.get(entry.bookingId);
  const state = stateOf(offer, { now: stores.clock.endingsAt(now), waiting, booked });
  return {
    kind: "offer",
    ...commonView(offer, entry.name, brand),
    expiresAt: offer.state === "accepted" ? endAt : startAt,
    revision: 1,
    holdUntil,
    state,
    waiting,
    reservationToken:
      state === "taken" && booked !== null
        ? stores.guestLinks.tokenOf({ kind: "reservation", subjectId: booked.id }, offer.phone)
        : null,
  };
}

function stateOf(
  offer: WaitlistOffer,
  {
    now,
    waiting,
    booked,
  }: { readonly now: number; readonly waiting: boolean; readonly booked: Reservation | null },
): OfferView["state"] {
  const { state, holdUntil, startAt, partySize, phone } = offer;
  if (booked !== null) {
    const same = booked.startAt === startAt && booked.partySize === partySize;
    // A reservation whose phone was changed belongs to somebody else.
    return same &&
      booked.phone === phone &&
      booked.status !== "cancelled" &&
      booked.status !== "no_show"
      ? "taken"
      : "closed";
  }
  const live = isLive(offer);
  if (live && now < holdUntil) return "open";
  if (state === "declined") return "passed";
  // A text reported as failed may have arrived, so its link must work.
  const over = live || state === "expired" || state === "failed";
  return waiting && now < startAt && over ? "late" : "closed";
}

export function reservationView(
  reservation: Reservation,
  context: MachineContext,
): ReservationView {
  const { startAt, endAt, status, attendance, updatedAt } = reservation;
  const { brand, now, stores } = context;
  const ahead = stores.clock.endingsAt(now) < startAt;
  const unanswered = attendance === "pending" || attendance === "no_reply";
  return {
    kind: "reservation",
    ...commonView(reservation, reservation.name, brand),
    expiresAt: endAt + DAY,
    revision: reservation.timeRevision,
    status,
    attendance,
    mayConfirm: isReleased(reservation, context) || (ahead && status === "booked" && unanswered),
    mayCancel: ahead && isExpected(reservation),
    updatedAt,
    sequence: reservation.revision - 1,
  };
}

/** "Ana" for "Ana Lopez" and "Lopez, Ana"; empty for "The Lopez family". */
export function firstNameOf(name: string): string {
  const [family = "", given = ""] = name.split(",");
  const [first = ""] = (given.trim() === "" ? family : given).trim().split(/\s+/);
  return isBesideName(first) ? "" : first;
}
