import type { Shape } from "../../../domain/floor-records.ts";
import type { Status } from "../../../domain/reservation-states.ts";
import type { Bookable } from "../../../domain/seating/unit.ts";
import { clockTime, HOUR, MINUTE } from "../../../domain/time.ts";

interface Party {
  readonly kind: "reservation" | "offer";
  readonly status: Status;
  readonly startsAt: number;
  readonly arrivedAt: number | null;
  readonly seatedAt: number | null;
  readonly leavesAt: number;
}

/** What is shown of a table that has no party. */
interface TableFacts {
  readonly state: string;
  readonly until: number | null;
  readonly blocks: readonly {
    readonly from: number;
    readonly to: number;
    readonly reason: string | null;
  }[];
}

export type FloorTone = "free" | "due" | "late" | "arrived" | "seated" | "over" | "blocked";

export interface Standing {
  readonly tone: FloorTone;
  /** For example "Seated 42 min, until 8:45 PM". */
  readonly words: string;
  /** For small spaces, for example "42 min". */
  readonly short: string;
}

interface Moment {
  readonly at: number;
  readonly zone: string;
}

/** A table that is free for longer shows "Free" without a time. */
const LONG_MS = 6 * HOUR;

const minutes = (ms: number): number => Math.max(0, Math.floor(ms / MINUTE));

export const partyOf = (numberOfPeople: number): string => `party of ${numberOfPeople}`;

const CAUSES: Readonly<Record<string, string>> = {
  block_tables: "The table was blocked.",
  import_floor: "The floor plan was changed.",
  plan_tables: "The evening was planned.",
  undo_last_change: "A change was undone.",
  set_settings: "The restaurant began to use tables.",
  import: "Imported without a table.",
  free_table: "A table came free.",
};

export const moveCause = ({
  madeRoomFor,
  operation,
}: Readonly<{ madeRoomFor: string | null; operation: string | null }>): string | null => {
  if (madeRoomFor !== null) return `To make room for ${madeRoomFor}.`;
  return operation === null ? null : (CAUSES[operation] ?? null);
};

export function tablesNamed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return `Table ${last}`;
  return `Tables ${names.slice(0, -1).join(", ")} and ${last}`;
}

export interface LeftWithoutTable {
  readonly name: string;
  readonly date: string;
  readonly time: string;
}

const MOST_NAMED = 3;

export function tablesLost(parties: readonly LeftWithoutTable[]): string {
  const count = parties.length === 1 ? "1 party has" : `${parties.length} parties have`;
  const named = parties.slice(0, MOST_NAMED).map((one) => `${one.name}, ${one.date}, ${one.time}`);
  const others = parties.length - named.length;
  return `${count} no table now: ${named.join("; ")}${others > 0 ? `; and ${others} more` : ""}.`;
}

export function partyStanding(party: Party, { at, zone }: Moment): Standing {
  const { status, startsAt, arrivedAt, seatedAt, leavesAt, kind } = party;
  if (status === "completed") return { tone: "seated", words: "Done", short: "done" };
  if (status === "seated") {
    const over = minutes(at - leavesAt);
    if (over > 0) return { tone: "over", words: `${over} min over`, short: `${over} over` };
    const here = minutes(at - (seatedAt ?? startsAt));
    const until = clockTime(leavesAt, zone);
    return { tone: "seated", words: `Seated ${here} min, until ${until}`, short: `${here} min` };
  }
  if (status === "arrived") {
    const waits = minutes(at - (arrivedAt ?? startsAt));
    return { tone: "arrived", words: `Arrived, waiting ${waits} min`, short: `waits ${waits}` };
  }
  const time = clockTime(startsAt, zone);
  if (kind === "offer") return { tone: "due", words: `Offered a table for ${time}`, short: time };
  const late = minutes(at - startsAt);
  if (late > 0) return { tone: "late", words: `${late} min late`, short: `${late} late` };
  return { tone: "due", words: `At ${time}`, short: time };
}

export function tableStanding(
  { state, until, blocks }: TableFacts,
  party: Party | undefined,
  moment: Moment,
): Standing {
  const { at, zone } = moment;
  if (party !== undefined) return partyStanding(party, moment);
  if (state === "blocked") {
    const block = blocks.find(({ from, to }) => from <= at && at < to);
    const end = until === null ? "" : ` until ${clockTime(until, zone)}`;
    const why = block?.reason ? `: ${block.reason}` : block === undefined ? "" : ": area closed";
    return { tone: "blocked", words: `Blocked${end}${why}`, short: "blocked" };
  }
  if (until === null || until - at > LONG_MS) return { tone: "free", words: "Free", short: "free" };
  const time = clockTime(until, zone);
  return { tone: "free", words: `Free until ${time}`, short: `to ${time.replace(/ [AP]M/, "")}` };
}

export const BOOKABLE_WORDS: Readonly<Record<Bookable, string>> = {
  online: "Anybody",
  desk: "Anybody but the waitlist",
  door: "Only parties that a host seats",
};

export const SHAPE_WORDS: Readonly<Record<Shape, string>> = {
  square: "Square",
  rectangle: "Rectangle",
  round: "Round",
  bar: "Bar",
};
