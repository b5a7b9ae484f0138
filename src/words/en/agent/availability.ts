import { clockTime, MINUTE } from "../../../domain/time.ts";
import { counted, listOf } from "../phrases.ts";
import { typedField } from "../typed.ts";

interface ShownDay {
  readonly date: string;
  readonly open: boolean;
  readonly note: string | null;
  readonly slots: readonly ShownStart[];
}

/** `needed`: the party size, or null if only one time is shown. */
export function dayLine(day: ShownDay, needed: number | null): string {
  const { date, open, note, slots } = day;
  const noted = note === null ? "" : `. ${typedField("Note", note)}`;
  const none = needed === null || slots.length === 0 ? "" : noneOpen(slots, needed);
  return `${date}${open ? "" : ": closed"}${none}${noted}`;
}

function noneOpen(slots: readonly ShownStart[], needed: number): string {
  if (slots.some(({ state }) => state === "open" || state === "tight")) return "";
  if (slots.every(({ state }) => state === "full")) return `: full for ${needed}`;
  if (slots.every(({ state }) => state === "review")) {
    return `: the restaurant decides about a party of ${needed}`;
  }
  return `: nothing can be booked for ${needed}`;
}

interface ShownStart {
  readonly date: string;
  readonly timestamp: number;
  readonly service: string | null;
  readonly state: "open" | "tight" | "held" | "review" | "full" | "refused";
  readonly seatsFree: number | null;
  readonly areas: readonly string[];
  readonly reasons: readonly { readonly code: string }[];
}

/** If `wholeDay` is true, neighbouring starts with the same answer share a line. */
export function startLines(
  starts: readonly ShownStart[],
  {
    date,
    needed,
    wholeDay,
    zone,
  }: {
    readonly date: string;
    readonly needed: number;
    readonly wholeDay: boolean;
    readonly zone: string;
  },
): string[] {
  const runs: ShownStart[][] = [];
  let kind = "";
  for (const start of starts) {
    const run = wholeDay ? runs.at(-1) : undefined;
    const own = kindOf(start, zone);
    if (run !== undefined && own === kind && continues(run, start)) run.push(start);
    else runs.push([start]);
    kind = own;
  }
  const lines = runs.map((run) => runLine(run, date, needed, zone));
  const isCounted = starts.some(({ seatsFree }) => seatsFree !== null);
  return isCounted
    ? [...lines, "Free seats are counted at the fullest moment of the party's stay."]
    : lines;
}

const stepOf = (run: readonly ShownStart[]): number | null =>
  run.length < 2 ? null : (run[1]?.timestamp ?? 0) - (run[0]?.timestamp ?? 0);

function continues(run: readonly ShownStart[], next: ShownStart): boolean {
  const last = run.at(-1);
  if (last === undefined || next.timestamp <= last.timestamp) return false;
  const step = stepOf(run) ?? next.timestamp - last.timestamp;
  return next.timestamp - last.timestamp === step;
}

/** `ofZone` ("EST", for example) is set only in the hour that repeats when the clocks go back. */
const kindOf = (start: ShownStart, zone: string): string => {
  const { date, service, state, areas, reasons, timestamp } = start;
  const [, , ofZone] = clockTime(timestamp, zone).split(" ");
  const codes = reasons.map(({ code }) => code);
  return [date, service, state, ofZone, ...areas, "", ...codes].join("\n");
};

/** Example: "5:00 PM to 6:45 PM every 15 min, Dinner: open, 12 to 30 seats free" */
function runLine(run: readonly ShownStart[], date: string, needed: number, zone: string): string {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return "";
  const step = stepOf(run);
  const every =
    step === null ? "" : ` to ${clockTime(last.timestamp, zone)} every ${step / MINUTE} min`;
  const { service, reasons, areas } = first;
  const on = first.date === date ? "" : `${first.date} at `;
  const when = `${on}${clockTime(first.timestamp, zone)}${every}${service === null ? "" : `, ${service}`}`;
  const why = reasons.length === 0 ? "" : ` (${reasons.map(({ code }) => code).join(", ")})`;
  const where = areas.length === 0 || reasons.length > 0 ? "" : `, table free in ${listOf(areas)}`;
  return `${when}: ${stateInWords(run, first, needed)}${where}${why}`;
}

function stateInWords(
  run: readonly ShownStart[],
  { state, reasons }: ShownStart,
  needed: number,
): string {
  if (state === "refused") return "not possible";
  const free = run.flatMap(({ seatsFree }) => (seatsFree === null ? [] : [seatsFree]));
  if (free.length === 0) return state;
  const [least, most] = [Math.min(...free), Math.max(...free)];
  const seats = least === most ? counted(least, "seat") : `${least} to ${most} seats`;
  if (state !== "full") return `${state}, ${seats} free`;
  return reasons.some(({ code }) => code === "CAPACITY_FULL")
    ? `full for ${needed}: ${seats} free`
    : "full";
}

/** Shown if, for some of the times, the search did not try to move other parties. */
export const SEARCH_CUT_SHORT =
  "The search for tables was cut short, so a time shown as full may still be free: call again with that time to check it.";

export const NEAREST = "Nearest that can be booked:";
export const ON_ANOTHER_DAY = "On another day:";

type Shown = Readonly<Record<string, number | null>>;

export function limitsLine(limits: Shown, service: string | null): string {
  const named = Object.entries(limits).map(([name, value]) => `${name} ${value ?? "none"}`);
  return `Limits${service === null ? "" : ` of ${service}`}: ${named.join(", ")}.`;
}

export const forParty = (numberOfPeople: number): string =>
  `Free seats, free tables and limits are for the whole stay of a party of ${numberOfPeople}.`;

/** What each limit would have to be to make room for the party. Null: the limit is high enough. */
interface Needs {
  readonly seats: number | null;
  readonly maxPartiesPresent: number | null;
  readonly paceCovers: number | null;
  readonly paceParties: number | null;
}

interface ShownSlot {
  readonly timestamp: number;
  readonly covers: number;
  readonly parties: number;
  readonly startCovers: number;
  readonly startParties: number;
  readonly heldCovers: number;
  readonly seatsFree: number | null;
  readonly binding: string | null;
  readonly freeUnits: readonly { readonly size: number; readonly units: number }[];
  readonly needs: Needs | null;
  readonly stay: { readonly peakAt: number } | null;
  readonly whatIf: { readonly binding: string | null; readonly needs: Needs | null } | null;
}

export const NOBODY_SEATED = "No party can start then: no service is open.";

/** create_booking refuses starts after the last seating, even if there is room. */
export const afterLastSeating = (
  startAt: number,
  service: { readonly name: string; readonly lastSeating: number } | null,
  zone: string,
): string =>
  service === null || startAt <= service.lastSeating
    ? ""
    : ` No party can start then: the last seating of ${service.name} is at ${clockTime(service.lastSeating, zone)}.`;

/** `seats`: the limit of seats, overbooking included. */
export function slotLine(slot: ShownSlot, seats: number | null, zone: string): string {
  const held = slot.heldCovers === 0 ? "" : `, ${counted(slot.heldCovers, "cover")} held`;
  const binding = slot.binding === null ? "" : `, no room (limit: ${slot.binding})`;
  return (
    `${clockTime(slot.timestamp, zone)}: ${slot.covers} covers, ${parties(slot.parties)} present${held}; ` +
    `${slot.startCovers} covers, ${parties(slot.startParties)} start${stayPart(slot, seats, zone)}${tablesFree(slot)}${binding}`
  );
}

function stayPart({ seatsFree, stay }: ShownSlot, seats: number | null, zone: string): string {
  if (seatsFree === null || stay === null || seats === null) return "";
  const taken = `${seats - seatsFree} of ${seats} taken`;
  return `, ${counted(seatsFree, "seat")} free (${taken} at the fullest moment, ${clockTime(stay.peakAt, zone)})`;
}

const parties = (count: number | "unlimited"): string => counted(count, "party", "parties");

function tablesFree({ freeUnits }: ShownSlot): string {
  if (freeUnits.length === 0) return "";
  const all = freeUnits.map(({ size, units }) => `${units} for up to ${size}`);
  return `, free tables: ${all.join(", ")}`;
}

interface Tried {
  readonly seats?: number | null | undefined;
  readonly maxPartiesPresent?: number | null | undefined;
  readonly overbookCovers?: number | undefined;
  readonly paceCovers?: number | null | undefined;
  readonly paceParties?: number | null | undefined;
  readonly slotMinutes?: number | undefined;
}

/** Example: "With 42 seats: still refused; it would take 44 seats and a pace of 11." */
export function whatIfLine(slot: ShownSlot, tried: Tried): string {
  const { binding, whatIf } = slot;
  if (whatIf === null) return binding === null ? "" : takes("It would take", slot);
  const lead = ` With ${triedLimits(tried)}:`;
  if (whatIf.binding === null)
    return `${lead} ${binding === null ? "there would still be room" : "there would be room"}.`;
  const refused = binding === null ? "refused" : "still refused";
  const needs = takes("it would take", whatIf);
  return `${lead} ${refused}${needs === "" ? "." : `;${needs}`}`;
}

const LIMITS: Readonly<Record<keyof Needs, (value: number | "unlimited") => string>> = {
  seats: (value) => counted(value, "seat"),
  maxPartiesPresent: (value) => `${parties(value)} at one time`,
  paceCovers: (value) => `a pace of ${value}`,
  paceParties: (value) => `${parties(value)} per slot`,
};

const takes = (lead: string, { binding, needs }: NonNullable<ShownSlot["whatIf"]>): string => {
  const limits = Object.entries(needs ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [LIMITS[name as keyof Needs](value)],
  );
  const parts = [...(binding === "tables" ? ["a free table"] : []), ...limits];
  return parts.length === 0 ? "" : ` ${lead} ${parts.join(" and ")}.`;
};

const triedLimits = (tried: Tried): string => {
  const { overbookCovers, slotMinutes, ...limits } = tried;
  const parts = Object.entries(limits).flatMap(([name, value]) => {
    const say = LIMITS[name as keyof Needs];
    return value === undefined || say === undefined ? [] : [say(value ?? "unlimited")];
  });
  return (
    [
      ...parts,
      ...(overbookCovers === undefined
        ? []
        : [`an overbooking of ${counted(overbookCovers, "seat")}`]),
      ...(slotMinutes === undefined ? [] : [`slots of ${slotMinutes} minutes`]),
    ].join(" and ") || "the unpinned reservations at any table"
  );
};
