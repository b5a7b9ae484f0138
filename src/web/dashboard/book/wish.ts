import { serviceDateOf, todayOf } from "../../../domain/calendar.ts";
import { parseDate, parseTime } from "../../../domain/time.ts";
import { isOnList, type WaitlistEntry } from "../../../domain/waitlist.ts";
import { ANY_AREA, areaName } from "../../../operations/seating/names.ts";
import type { DeskVisit } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";

export interface Wish {
  readonly partySize: number;
  readonly date: string;
  /** In epoch milliseconds. Null if no slot is chosen. */
  readonly slot: number | null;
  /** The typed time as HH:MM, or empty. */
  readonly time: string;
  /** An area's name, or "any". */
  readonly area: string;
  readonly entry: WaitlistEntry | null;
}

const USUAL_SIZE = 2;
const LARGEST = 9999;

export function wishOf({ url, brand, desk, now }: DeskVisit, form: FormState): Wish {
  const asked = url.searchParams;
  const entry = entryOf(asked.get("entry"), desk.stores);
  const own = entry?.brand === brand.slug && isOnList(entry) ? entry : null;
  const said = (name: string): string => form.value(name, asked.get(name) ?? "");
  const slot =
    instantIn(form.value("instead")) ?? instantIn(said("timestamp")) ?? own?.wishedAt ?? null;
  const fallback =
    slot === null ? todayOf(brand.settings, now) : serviceDateOf(brand.settings, slot);
  return {
    partySize: sizeOf(said("numberOfPeople"), asked) ?? own?.partySize ?? USUAL_SIZE,
    date: dateIn(said("date")) ?? fallback,
    slot,
    time: timeIn(said("time")),
    area: said("area") || (areaName(own?.area ?? null, { brand, stores: desk.stores }) ?? ANY_AREA),
    entry: own,
  };
}

const entryOf = (
  id: string | null,
  { waitlist }: DeskVisit["desk"]["stores"],
): WaitlistEntry | null => (id !== null && /^[0-9a-f]{24}$/.test(id) ? waitlist.entry(id) : null);

export const instantIn = (text: string): number | null =>
  /^\d{1,16}$/.test(text) ? Number(text) : null;

/** The choice labelled "9+" has the value "more". The number is then in the field `more`. */
function sizeOf(typed: string, asked: URLSearchParams): number | null {
  const isMore = typed === "more" || (typed === "" && asked.has("more"));
  return sizeIn(isMore ? (asked.get("more") ?? "") : typed);
}

export function sizeIn(text: string): number | null {
  const size = Number(text);
  return Number.isInteger(size) && size >= 1 && size <= LARGEST ? size : null;
}

function dateIn(text: string): string | null {
  const read = parseDate(text);
  return read.ok ? read.value : null;
}

function timeIn(text: string): string {
  const read = parseTime(text);
  return read.ok ? read.value : "";
}
