import type { LinkKind } from "../../domain/guest-link.ts";
import type { Clock, RandomBytes } from "../../domain/ids.ts";
import type { Language } from "../../domain/languages.ts";
import type { Stores } from "../../storage/stores.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { type Searching, searchWrite } from "../call/search-write.ts";
import { cancelByGuest, confirmAttendance } from "../reservation/attendance-answers.ts";
import { acceptOffer } from "../waitlist/accept-offer.ts";
import { endOffer } from "../waitlist/end-offer.ts";
import {
  type GuestView,
  type OfferView,
  offerView,
  type ReservationView,
  reservationView,
} from "./guest-view.ts";

export const GUEST_ACTIONS = ["accept", "pass", "confirm", "cancel"] as const;
export type GuestAction = (typeof GUEST_ACTIONS)[number];

export type Closed =
  | { readonly kind: "unknown" }
  | { readonly kind: "expired"; readonly language: Language };

/** `gone`: the table can no longer be booked. `changed`: the page was out of date. */
export interface Acted {
  readonly kind: "acted";
  readonly outcome: "done" | "gone" | "changed" | "refused";
  readonly view: GuestView;
}

export interface GuestDesk {
  look(kind: LinkKind, token: string): Closed | GuestView;
  act(
    kind: LinkKind,
    token: string,
    action: GuestAction,
    revision: number,
  ): Promise<Closed | Acted>;
}

export function createGuestDesk(
  instance: Searching & {
    readonly stores: Stores;
    readonly clock: Clock;
    readonly random: RandomBytes;
  },
): GuestDesk {
  const { stores, clock, random } = instance;

  const find = (kind: LinkKind, token: string): Found | null => {
    const id = stores.guestLinks.find(kind, token);
    if (id === null) return null;
    return kind === "offer" ? findOffer(id) : findReservation(id);
  };
  const contextOf = (slug: string): MachineContext | null => {
    const brand = stores.brands.get(slug);
    return brand === null ? null : { brand, now: clock(), stores, random };
  };
  const findOffer = (id: string): Found | null => {
    const offer = stores.offers.get(id);
    const entry = offer === null ? null : stores.waitlist.entry(offer.entryId);
    const context = offer === null ? null : contextOf(offer.brand);
    if (offer === null || entry === null || context === null) return null;
    return { view: offerView(offer, entry, context), context };
  };
  const findReservation = (id: string): Found | null => {
    const reservation = stores.reservations.get(id);
    const context = reservation === null ? null : contextOf(reservation.brand);
    if (reservation === null || context === null) return null;
    return { view: reservationView(reservation, context), context };
  };

  return {
    look(kind, token) {
      const found = find(kind, token);
      if (found === null) return { kind: "unknown" };
      const { view } = found;
      return isOver(found) ? { kind: "expired", language: view.language } : view;
    },
    act: (kind, token, action, revision) =>
      searchWrite(instance, (search) => {
        const found = find(kind, token);
        if (found === null) return { kind: "unknown" };
        const { view } = found;
        if (isOver(found)) return { kind: "expired", language: view.language };
        if (view.revision !== revision) return { kind: "acted", outcome: "changed", view };
        const context = { ...found.context, search };
        const outcome =
          view.kind === "offer"
            ? onOffer(action, view, context)
            : onReservation(action, view, context);
        return { kind: "acted", outcome, view: find(kind, token)?.view ?? view };
      }),
  };
}

interface Found {
  readonly view: GuestView;
  readonly context: MachineContext;
}

const isOver = ({ view, context: { now, stores } }: Found): boolean =>
  stores.clock.endingsAt(now) >= view.expiresAt;

function onOffer(
  action: GuestAction,
  { id, state }: OfferView,
  context: MachineContext,
): Acted["outcome"] {
  switch (action) {
    case "accept":
      if (state === "closed") return "refused";
      return acceptOffer({ id }, context).kind === "offer_gone" ? "gone" : "done";
    case "pass":
      if (state === "passed") return "done";
      if (state !== "open") return "refused";
      endOffer({ id }, "declined", context);
      return "done";
    case "confirm":
    case "cancel":
      return "refused";
  }
}

function onReservation(
  action: GuestAction,
  { id, mayConfirm, mayCancel, status, attendance }: ReservationView,
  context: MachineContext,
): Acted["outcome"] {
  const reservation = context.stores.reservations.get(id);
  if (reservation === null) return "refused";
  switch (action) {
    case "confirm":
      if (!mayConfirm)
        return attendance === "confirmed" && status === "booked" ? "done" : "refused";
      return confirmAttendance(reservation, context).kind === "gone" ? "gone" : "done";
    case "cancel":
      if (!mayCancel) return status === "cancelled" ? "done" : "refused";
      cancelByGuest(reservation, "cancel_booking", context);
      return "done";
    case "accept":
    case "pass":
      return "refused";
  }
}
