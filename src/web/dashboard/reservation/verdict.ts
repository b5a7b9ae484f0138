import { DomainError } from "../../../domain/errors.ts";
import {
  dateOf,
  formatDate,
  formatTime,
  isLocalDate,
  isWallTime,
  timeOf,
} from "../../../domain/time.ts";
import type { ReservationCard } from "../../../operations/desk/reservation-card.ts";
import type { WriteResult } from "../../../operations/reservation/wire.ts";
import { ANY_AREA } from "../../../operations/seating/names.ts";
import { updateBooking } from "../../../operations/update-booking.ts";
import { instantIn, sizeIn } from "../book/wish.ts";
import type { DeskVisit } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";

export interface Move {
  readonly partySize: number;
  /** Such as "2026-12-24". */
  readonly date: string;
  /** Such as "19:30". */
  readonly time: string;
  /** Name of an area, or "any". */
  readonly area: string;
  readonly differs: boolean;
  /** The start as an instant. Needed when clocks go back and `time` comes twice. */
  readonly timestamp: number | null;
}

/** `none`: the reservation has ended, or no change was asked for. */
export type Verdict =
  | { readonly kind: "none" }
  | { readonly kind: "fits"; readonly result: WriteResult }
  | { readonly kind: "refused"; readonly error: DomainError };

export function moveOf(
  { url, brand }: Pick<DeskVisit, "url" | "brand">,
  form: FormState,
  { reservation: { numberOfPeople, timestamp: startAt }, wishedArea }: ReservationCard,
): Move {
  const zone = brand.settings.timeZone;
  const asked = url.searchParams;
  const said = (name: string): string => form.value(name, asked.get(name) ?? "");
  const present = { date: dateOf(startAt, zone), time: timeOf(startAt, zone) };
  const partySize = sizeIn(said("numberOfPeople")) ?? numberOfPeople;
  const date = isLocalDate(said("date")) ? said("date") : present.date;
  const time = isWallTime(said("time")) ? said("time") : present.time;
  const presentArea = wishedArea ?? ANY_AREA;
  const area = said("area") || presentArea;
  const instant = instantIn(said("timestamp"));
  const moved = date !== present.date || time !== present.time;
  const other = instant !== null && instant !== startAt;
  const differs = partySize !== numberOfPeople || moved || other || area !== presentArea;
  return { partySize, date, time, area, differs, timestamp: instant };
}

export async function verdictOn(
  { desk, caller }: Pick<DeskVisit, "desk" | "caller">,
  id: string,
  { partySize, date, time, area, differs, timestamp }: Move,
): Promise<Verdict> {
  if (!differs) return { kind: "none" };
  const input = {
    id,
    numberOfPeople: partySize,
    date: formatDate(date),
    time: formatTime(time),
    area,
    ...(timestamp === null ? {} : { timestamp }),
    dryRun: true,
  };
  try {
    const { structured } = await desk.invoke(updateBooking, input, caller, {});
    return { kind: "fits", result: structured as unknown as WriteResult };
  } catch (error) {
    if (error instanceof DomainError) return { kind: "refused", error };
    throw error;
  }
}
