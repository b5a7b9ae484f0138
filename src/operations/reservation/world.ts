import type { AdmissionWorld, PresentStay } from "../../domain/admission.ts";
import { type AskPlan, type PhoneUsable, planAsks } from "../../domain/attendance.ts";
import { memoize } from "../../domain/memoize.ts";
import { type Occupant, occupantOf, occupiedFrom, occupiedTo } from "../../domain/occupancy.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { isTexted } from "../../domain/sms-countries.ts";
import { MINUTE } from "../../domain/time.ts";
import { tablesIn } from "../../storage/reservation-columns.ts";
import type { OperationContext } from "../define.ts";
import { floorWorldOf, partiesOf, spanToRead } from "../seating/floor-world.ts";

/** The seats of the reservation `id`, and the seats that offers hold for `phone`, count as free. */
export interface OwnStay {
  readonly id?: string;
  readonly phone?: string | null;
}

function occupantsBetween(
  context: OperationContext,
  own: OwnStay,
  from: number,
  to: number,
  unpinned: ReadonlySet<string>,
  holds: Holds,
): Occupant[] {
  const { stores, brand, now } = context;
  const occupants: Occupant[] = [];
  const partyOf = partiesOf(context);
  for (const stay of stores.reservations.occupying(brand.slug, from, to)) {
    const { id, partySize: covers } = stay;
    const comes = occupiedFrom(stay);
    const leaves = occupiedTo(stay, now);
    if (id === own.id || comes >= Math.min(leaves, to) || leaves <= from) continue;
    if (partyOf === null) {
      occupants.push({ id, from: comes, to: leaves, covers, holdUntil: null });
      continue;
    }
    const { status } = stay;
    const pinned = stay.tablePinned && !unpinned.has(id);
    const mayMove = !pinned && (status === "booked" || status === "pending");
    occupants.push(partyOf(comes, leaves, stay, pinned, mayMove));
  }
  for (const { phone, ...held } of holds(from, to)) {
    if (phone !== own.phone) occupants.push(held);
  }
  return occupants;
}

type Holds = (from: number, to: number) => readonly (Occupant & { readonly phone: string })[];

function holdsOf(context: OperationContext): Holds {
  const { stores, brand, now } = context;
  const partyOf = partiesOf(context);
  return memoize((from: number, to: number) =>
    stores.waitlist
      .liveOffers(brand.slug, from, to, stores.clock.endingsAt(now))
      .map(({ phone, endAt, holdUntil, tables: column, ...offer }) => {
        const { id, startAt, partySize: covers } = offer;
        const held = { ...offer, tables: tablesIn(column), area: null };
        return partyOf === null
          ? { id, phone, from: startAt, to: endAt, covers, holdUntil }
          : { phone, ...partyOf(startAt, endAt, held, false, true, holdUntil) };
      }),
  );
}

type Read = AdmissionWorld["occupants"];

/** If the brand uses tables, admission asks for the same parties twice: read them once. */
function readOnce({ brand }: OperationContext, read: Read): Read {
  if (brand.settings.tables.mode === "off") return read;
  const known: { from: number; to: number; all: readonly Occupant[] }[] = [];
  return (from, to) => {
    let span = known.find((one) => one.from <= from && one.to >= to);
    if (span === undefined) {
      const whole = spanToRead({ from, to }, brand.settings.timeZone);
      span = { ...whole, all: read(whole.from, whole.to) };
      known.push(span);
    }
    if (span.from === from && span.to === to) return span.all;
    return span.all.filter((one) => one.from < to && one.to > from);
  };
}

const NOBODY: ReadonlySet<string> = new Set();

export const worldOf = (
  context: OperationContext,
  own: OwnStay = {},
  unpinned = NOBODY,
): AdmissionWorld => {
  const holds = holdsOf(context);
  return {
    settings: context.brand.settings,
    now: context.now,
    forGuests: context.caller.forGuests === true,
    occupants: readOnce(context, (from, to) =>
      occupantsBetween(context, own, from, to, unpinned, holds),
    ),
    floor: floorWorldOf(context, (from, to) =>
      own.phone === undefined || own.phone === null
        ? []
        : holds(from, to).filter(({ phone }) => phone === own.phone),
    ),
  };
};

export function presentStay(reservation: Reservation, now: number): PresentStay {
  const occupant = occupantOf(reservation, now);
  return {
    startAt: reservation.startAt,
    endAt: reservation.endAt,
    partySize: reservation.partySize,
    walkIn: reservation.flags.includes("walk_in"),
    asked: reservation.attendance !== "not_required",
    here: reservation.status === "arrived" || reservation.status === "seated",
    pending: reservation.status === "pending",
    seatedAt: reservation.status === "seated" ? reservation.seatedAt : null,
    tables: reservation.tables,
    tablePinned: reservation.tablePinned,
    area: reservation.area,
    interval:
      occupant === null ? null : { from: occupant.from, to: occupant.to, covers: occupant.covers },
  };
}

/**
 * A host may seat the next party this many milliseconds before a table is free (rule C26). Undefined if
 * the call does not come from the dashboard.
 */
export const seatingTolerance = ({
  desk,
  brand,
}: Pick<OperationContext, "desk" | "brand">): number | undefined =>
  desk === undefined ? undefined : toleranceMsOf({ brand });

export const toleranceMsOf = ({ brand }: Pick<OperationContext, "brand">): number =>
  brand.settings.seatingToleranceMinutes * MINUTE;

export const tableOf = ({ tables, tablePinned, area }: Reservation) => ({
  present: tables,
  pinned: tablePinned,
  area,
});

export const asksFor = (
  startAt: number,
  { brand, stores, now }: Pick<OperationContext, "brand" | "stores" | "now">,
): AskPlan | null =>
  planAsks({ settings: brand.settings, now: stores.clock.endingsAt(now), startAt });

export function phoneUsable(
  phone: string | null,
  { stores, brand }: Pick<OperationContext, "stores" | "brand">,
): PhoneUsable {
  if (phone === null) return "no_phone";
  if (stores.optOuts.has(phone)) return "opted_out";
  return isTexted(phone, brand.settings) ? "yes" : "country";
}
