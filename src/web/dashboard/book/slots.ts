import { serviceAt } from "../../../domain/calendar.ts";
import { clockTime, timeOf } from "../../../domain/time.ts";
import { timesToBook } from "../../../operations/desk/times-to-book.ts";
import { explainCapacity } from "../../../operations/explain-capacity.ts";
import { counted } from "../../../words/en/phrases.ts";
import { type DeskVisit, read } from "../desk-visit.ts";
import type { Wish } from "./wish.ts";

export interface Slot {
  readonly timestamp: number;
  readonly time: string;
  /** `unsure`: the search for tables was cut short before it found a free table. */
  readonly state: "open" | "tight" | "held" | "review" | "unsure" | "full" | "refused";
  readonly seatsFree: number | null;
  /** How many more guests may start in this slot. Null without a pacing limit, or if nobody starts in it. */
  readonly paceLeft: number | null;
  readonly why: readonly string[];
  readonly chosen: boolean;
}

export interface SlotStrip {
  readonly date: string;
  readonly open: boolean;
  readonly note: string | null;
  readonly services: readonly { readonly name: string; readonly slots: readonly Slot[] }[];
  /** Sentences that apply to every slot, such as "The party is too large". */
  readonly everywhere: readonly string[];
  /** Free times on other days. Empty if this day has a free time. */
  readonly nearest: readonly {
    readonly date: string;
    readonly time: string;
    readonly timestamp: number;
  }[];
  /** The wished time as HH:MM if it is not one of the slots; otherwise empty. */
  readonly otherTime: string;
}

const NOT_ABOUT_TIME: ReadonlySet<string> = new Set([
  "LARGE_PARTY_REVIEW",
  "PARTY_TOO_LARGE",
  "ATTENDANCE_CONTACT_REQUIRED",
]);

const UNSURE =
  "Moving other parties might free a table, but the search was cut short: book this time to find out.";

const isTooLargeForTables = ({ code, places }: Readonly<Record<string, unknown>>): boolean =>
  code === "TABLES_FULL" && places === 0;

export async function slotsFor(visit: DeskVisit, wish: Wish): Promise<SlotStrip> {
  const { date, partySize } = wish;
  const zone = visit.brand.settings.timeZone;
  const found = await read(visit, timesToBook, { date, numberOfPeople: partySize });
  const load = await read(visit, explainCapacity, { date });
  const loads = new Map(load.slots.map((slot) => [slot.timestamp, slot]));
  const coming = found.slots.filter(({ reasons }) => reasons[0]?.code !== "IN_THE_PAST");
  const everywhere = (coming[0]?.reasons ?? []).filter(
    (one) =>
      (NOT_ABOUT_TIME.has(one.code) || isTooLargeForTables(one)) &&
      coming.every(({ reasons }) => reasons.some(({ code }) => code === one.code)),
  );
  const known = new Set(everywhere.map(({ code }) => code));
  const chosen = chosenOf(wish, coming, zone);
  const slots = coming.map((slot) => {
    const own = slot.reasons.filter(({ code }) => !known.has(code));
    const free = slot.seatsFree;
    const isUnsure = found.unsure.includes(slot.timestamp);
    const why =
      own.length > 0
        ? [...own.map(({ message }) => message), ...(isUnsure ? [UNSURE] : [])]
        : [roomIn(loads.get(slot.timestamp), free)];
    const time = clockTime(slot.timestamp, zone);
    const paceLeft = paceLeftAt(slot.timestamp, loads.get(slot.timestamp), visit);
    const state = isUnsure ? ("unsure" as const) : slot.state;
    return { ...slot, state, time, why, paceLeft, chosen: slot.timestamp === chosen };
  });
  const names = [...new Set(slots.map(({ service }) => service ?? ""))];
  return {
    date: found.date,
    open: found.open,
    note: found.note,
    services: names.map((name) => ({
      name,
      slots: slots.filter(({ service }) => service === name),
    })),
    everywhere:
      everywhere.length > 0
        ? everywhere.map(({ message }) => message)
        : requestNote(slots, partySize),
    nearest: found.nearest,
    otherTime:
      chosen === null ? wish.time || (wish.slot === null ? "" : timeOf(wish.slot, zone)) : "",
  };
}

/** Slots in the state `review` are free, so they have no reasons: this note explains them. */
const requestNote = (slots: readonly Pick<Slot, "state">[], partySize: number): string[] =>
  slots.some(({ state }) => state === "review")
    ? [
        `A party of ${partySize} counts as large: this booking is only a request until a manager approves it.`,
      ]
    : [];

function chosenOf(
  { slot, time }: Wish,
  slots: readonly { readonly timestamp: number }[],
  zone: string,
): number | null {
  const meant = slots.find(({ timestamp }) =>
    time === "" ? timestamp === slot : timeOf(timestamp, zone) === time,
  );
  return meant?.timestamp ?? null;
}

function paceLeftAt(
  timestamp: number,
  load: { readonly startCovers: number } | undefined,
  { brand }: Pick<DeskVisit, "brand">,
): number | null {
  const pace = serviceAt(brand.settings, timestamp)?.limits.paceCovers ?? null;
  if (pace === null || load === undefined || load.startCovers === 0) return null;
  return Math.max(0, pace - load.startCovers);
}

function roomIn(
  load:
    | { readonly covers: number; readonly startCovers: number; readonly heldCovers: number }
    | undefined,
  seatsFree: number | null,
): string {
  const free =
    seatsFree === null
      ? "The number of seats is not limited"
      : `${counted(seatsFree, "seat")} free for the whole stay`;
  if (load === undefined) return `${free}.`;
  const held = load.heldCovers === 0 ? "" : ` (${load.heldCovers} held for waiting guests)`;
  return `${free}. ${counted(load.covers, "seat")} taken at that time${held}; ${counted(load.startCovers, "guest starts", "guests start")} in this slot.`;
}
