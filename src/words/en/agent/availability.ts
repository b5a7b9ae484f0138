import { clockTime } from "../../../domain/time.ts";
import { counted, listOf } from "../phrases.ts";

// What check_availability and explain_capacity say besides their data.

/** The day that was looked at. */
export const dayLine = (day: {
  readonly date: string;
  readonly open: boolean;
  readonly note: string | null;
}): string =>
  `${day.date}${day.open ? "" : ": closed"}${day.note === null ? "" : ` (${day.note})`}`;

interface ShownStart {
  readonly date: string;
  readonly timestamp: number;
  readonly service: string | null;
  readonly state: "open" | "tight" | "held" | "review" | "full" | "refused";
  readonly seatsFree: number | null;
  /** Names of the areas with a free table. */
  readonly areas: readonly string[];
  readonly reasons: readonly { readonly code: string }[];
}

/** A start, and whether a party of `needed` people can have it. */
export function startLine(start: ShownStart, needed: number, zone: string): string {
  const { date, timestamp, service, reasons } = start;
  const when = `${date} at ${clockTime(timestamp, zone)}${service === null ? "" : `, ${service}`}`;
  const why = reasons.length === 0 ? "" : ` (${reasons.map(({ code }) => code).join(", ")})`;
  const { areas } = start;
  const where = areas.length === 0 || reasons.length > 0 ? "" : `, table free in ${listOf(areas)}`;
  return `${when}: ${stateInWords(start, needed)}${where}${why}`;
}

/** Free seats are named if there is room, or if seats are what is missing. */
function stateInWords({ state, seatsFree, reasons }: ShownStart, needed: number): string {
  if (state === "refused") return "not possible";
  if (seatsFree === null) return state;
  if (state !== "full") return `${state}, ${seatsFree} seats free`;
  return reasons.some(({ code }) => code === "CAPACITY_FULL")
    ? `full for ${needed}: ${seatsFree} of the seats it needs are free`
    : "full";
}

/** What heads the starts that a party can have. */
export const NEAREST = "Nearest that can be booked:";
/** What heads those of other days, behind why today has none. */
export const ON_ANOTHER_DAY = "On another day:";

type Shown = Readonly<Record<string, number | null>>;

/** The limits of a day, or of one of its services. */
export function limitsLine(limits: Shown, service: string | null): string {
  const named = Object.entries(limits).map(([name, value]) => `${name} ${value ?? "none"}`);
  return `Limits${service === null ? "" : ` of ${service}`}: ${named.join(", ")}.`;
}

/** Whose stay the free seats of each slot are for. */
export const forParty = (numberOfPeople: number): string =>
  `Free seats and what is full: for the whole stay of a party of ${numberOfPeople}.`;

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
  readonly stay: { readonly peakAt: number | null } | null;
  readonly whatIf: { readonly binding: string | null; readonly seatsFree: number | null } | null;
}

/** How full a slot is. */
export function slotLine(slot: ShownSlot, zone: string): string {
  const held = slot.heldCovers === 0 ? "" : `, ${slot.heldCovers} of them held`;
  const peakAt = slot.stay?.peakAt ?? slot.timestamp;
  const fullest = peakAt === slot.timestamp ? "" : ` (fullest at ${clockTime(peakAt, zone)})`;
  const free = slot.seatsFree === null ? "" : `${seatsFree(slot.seatsFree)}${fullest}`;
  const binding = slot.binding === null ? "" : `, full by ${slot.binding}`;
  return (
    `${clockTime(slot.timestamp, zone)}: ${slot.covers} covers, ${parties(slot.parties)} present${held}; ` +
    `${slot.startCovers} covers, ${parties(slot.startParties)} start${free}${tablesFree(slot)}${binding}${whatIf(slot)}`
  );
}

function whatIf({ whatIf: tried }: ShownSlot): string {
  if (tried === null) return "";
  const room = tried.binding === null ? "room" : `full by ${tried.binding}`;
  return `; what if: ${room}${tried.seatsFree === null ? "" : seatsFree(tried.seatsFree)}`;
}

const parties = (count: number): string => counted(count, "party", "parties");

/** "free tables: 3 for up to 2, 1 for up to 4" */
function tablesFree({ freeUnits }: ShownSlot): string {
  if (freeUnits.length === 0) return "";
  const all = freeUnits.map(({ size, units }) => `${units} for up to ${size}`);
  return `, free tables: ${all.join(", ")}`;
}

const seatsFree = (count: number): string => `, ${count} seats free`;
