// Plays random evenings through the real operations, and compares all rows before and after each
// write.
import { expect } from "bun:test";
import { DomainError } from "../../src/domain/errors.ts";
import type { BrandSettings } from "../../src/domain/settings.ts";
import { displayDate, displayTime } from "../../src/domain/time.ts";
import {
  CLOSING,
  LATE_PACE,
  OPENING,
  overridesOf,
  SITTINGS,
  type Step,
} from "../support/evening.ts";
import {
  everyRow,
  type Presence,
  presence,
  type SlotStarts,
  slotStarts,
  takenSeats,
} from "../support/load-sweep.ts";
import { BISTRO, type House, MINUTE, openHouse } from "./house.ts";

const ZONE = "America/New_York";

/** The tool and input of a step. */
export interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export const when = (startAt: number) => ({
  date: displayDate(startAt, ZONE),
  time: displayTime(startAt, ZONE),
  timestamp: startAt,
});

/** The statuses in which a tool usually succeeds. Three of four calls are made in one of these. */
const PROMISING: Record<string, readonly string[]> = {
  mark_arrived: ["booked", "no_show"],
  mark_seated: ["booked", "arrived", "no_show"],
  mark_completed: ["arrived", "seated"],
  mark_no_show: ["booked"],
  cancel_booking: ["booked", "arrived"],
};

/**
 * Picks the reservation of a step: recently changed ones more often, and for an undo always one of
 * the three that changed last.
 */
function pick(house: House, who: number, tool: string): string | null {
  const rows = house.database
    .query<{ id: string; status: string }, []>(
      "SELECT id, status FROM reservation ORDER BY updated_at DESC, start_at, id",
    )
    .all();
  const promising = rows.filter((row) => PROMISING[tool]?.includes(row.status) ?? true);
  const among = who % 4 === 0 || promising.length === 0 ? rows : promising;
  const count =
    tool === "undo_last_change" || who % 3 === 0 ? Math.min(3, among.length) : among.length;
  return among[who % Math.max(1, count)]?.id ?? null;
}

function callOf(step: Step, house: House): Call | null {
  const guest = { name: "Ada" };
  if (step.kind === "create") {
    const phone = step.phone ? { phone: "+12127365000" } : { email: "ada@example.com" };
    return {
      tool: "create_booking",
      input: { ...guest, ...phone, numberOfPeople: step.size, ...when(step.startAt) },
    };
  }
  if (step.kind === "walk_in") {
    const startAt = Math.floor(house.at / MINUTE) * MINUTE + step.ahead * MINUTE;
    return {
      tool: "create_booking",
      input: { ...guest, numberOfPeople: step.size, ...when(startAt) },
    };
  }
  if (!("who" in step)) return null;
  const tool = step.kind === "mark" ? step.tool : "update_booking";
  const id = pick(house, step.who, tool);
  if (id === null) return null;
  if (step.kind === "mark") return { tool, input: { id } };
  const moved = step.kind === "resize" ? {} : when(step.startAt);
  const resized = step.kind === "move" ? {} : { numberOfPeople: step.size };
  return { tool, input: { id, ...moved, ...resized } };
}

/** Covers, parties and starts from now on. */
interface Load {
  readonly now: Presence;
  readonly slots: readonly (readonly SlotStarts[])[];
}

function settingsOf(house: House): BrandSettings {
  const brand = house.stores.brands.get(BISTRO);
  if (brand === null) throw new Error("The brand is gone");
  return brand.settings;
}

function loadOf(house: House, settings: BrandSettings): Load {
  const taken = takenSeats(house.database, BISTRO, house.at);
  const { slotMinutes, paceCovers, paceParties } = settings;
  return {
    now: presence(taken, house.at, CLOSING),
    slots: SITTINGS.map((sitting) =>
      slotStarts(taken, { ...sitting, slotMinutes, paceCovers, paceParties }),
    ),
  };
}

const NONE = Number.POSITIVE_INFINITY;

/** The first time at which a write exceeded a limit, in words; null if there is none. */
function presenceFault(before: Load, after: Load, settings: BrandSettings): string | null {
  const seats = settings.seats === null ? NONE : settings.seats + settings.overbookCovers;
  const tables = settings.maxPartiesPresent ?? NONE;
  for (let sample = 0; sample < after.now.covers.length; sample += 1) {
    const [covers, had] = [after.now.covers[sample] ?? 0, before.now.covers[sample] ?? 0];
    if (covers > Math.max(seats, had)) return `${covers} covers in sample ${sample}, ${had} before`;
    const [parties, held] = [after.now.parties[sample] ?? 0, before.now.parties[sample] ?? 0];
    if (parties > Math.max(tables, held))
      return `${parties} parties in sample ${sample}, ${held} before`;
  }
  return null;
}

/**
 * The first slot after `now` in which a write exceeded the pace. A party alone in its slot may
 * exceed the pace.
 */
function paceFault(before: Load, after: Load, settings: BrandSettings, now: number): string | null {
  for (const [index, sitting] of SITTINGS.entries()) {
    const covers = sitting.name === "Late" ? LATE_PACE : (settings.paceCovers ?? NONE);
    const parties = settings.paceParties ?? NONE;
    for (const [slot, starts] of (after.slots[index] ?? []).entries()) {
      const had = before.slots[index]?.[slot] ?? { covers: 0, parties: 0 };
      if (starts.from <= now) continue;
      const place = `slot ${slot} of service ${index}`;
      if (starts.parties > 1 && starts.covers > Math.max(covers, had.covers)) {
        return `${starts.covers} covers start in ${place}, ${had.covers} before`;
      }
      if (starts.parties > Math.max(parties, had.parties)) {
        return `${starts.parties} parties start in ${place}, ${had.parties} before`;
      }
    }
  }
  return null;
}

/** The parts of an answer that are compared. */
interface Written {
  readonly changed: boolean;
  readonly warnings: readonly { readonly code: string }[];
  readonly undone?: { readonly operation: string };
  readonly reservation: {
    readonly status: string;
    readonly timestamp: number;
    readonly seatedAt: number | null;
  };
}

type Verdict =
  | { readonly ok: true; readonly result: Written }
  | { readonly ok: false; readonly codes: readonly string[]; readonly refusal: object };

/**
 * The result of a call without the parts that differ between a dry run and a real call, or its
 * refusal.
 */
async function verdictOf(house: House, { tool, input }: Call, dryRun: boolean): Promise<Verdict> {
  try {
    const { structured } = await house.invoke(tool, { ...input, dryRun });
    const result = { ...structured, dryRun: null } as unknown as Written;
    const created = tool === "create_booking" && result.changed;
    const reservation = { ...result.reservation, ...(created ? { id: null } : {}) };
    return { ok: true, result: { ...result, reservation } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { reasons, retryAt, suggestions } = error;
    const codes = reasons.map((reason) => reason.code);
    return { ok: false, codes, refusal: { reasons, retryAt, suggestions } };
  }
}

export type Tally = Map<string, number>;
const count = (tally: Tally, what: string): void => {
  tally.set(what, (tally.get(what) ?? 0) + 1);
};

/** An undo of these marks is not checked here but in undo-marks.test.ts. */
const MARKS = ["mark_arrived", "mark_completed", "mark_no_show"];

/**
 * Which limits a write may exceed. A write that seats a party or resizes a seated one may exceed all,
 * because it records what has happened. A walk-in may exceed the pace, because the tool only warns.
 */
function excuse(call: Call, picked: { status: string } | null, result: Written, now: number) {
  if (MARKS.includes(result.undone?.operation ?? "")) return "everything";
  const told = result.warnings.map((warning) => warning.code);
  if (!told.includes("OVER_LIMIT") && !told.includes("PACE_EXCEEDED")) return "nothing";
  const isSeated =
    call.tool === "mark_seated" || (call.tool === "update_booking" && picked?.status === "seated");
  if (isSeated) return "everything";
  const { timestamp, status, seatedAt } = result.reservation;
  const starts = status === "seated" ? Math.min(timestamp, seatedAt ?? timestamp) : timestamp;
  expect(starts).toBeLessThanOrEqual(now + 15 * MINUTE);
  expect(told).toContain("PACE_EXCEEDED");
  return "pace";
}

/** Makes a call, first as a dry run, and checks all rows before and after. */
export async function write(house: House, call: Call, tally: Tally): Promise<void> {
  const settings = settingsOf(house);
  const rows = everyRow(house.database);
  const before = loadOf(house, settings);
  const id = call.input["id"];
  const picked = typeof id === "string" ? house.stores.reservations.get(id) : null;

  const dry = await verdictOf(house, call, true);
  expect(everyRow(house.database)).toBe(rows);
  const real = await verdictOf(house, call, false);
  expect(real).toEqual(dry);

  if (!real.ok) {
    expect(everyRow(house.database)).toBe(rows);
    for (const code of real.codes) count(tally, `refused ${code}`);
    return;
  }
  count(tally, `${call.tool}${real.result.changed ? "" : " (no change)"}`);
  if (!real.result.changed) expect(everyRow(house.database)).toBe(rows);
  const after = loadOf(house, settings);
  const excused = excuse(call, picked, real.result, house.at);
  if (excused !== "nothing") count(tally, `excused ${excused}`);
  if (excused === "everything") return;
  expect(presenceFault(before, after, settings)).toBeNull();
  if (excused === "nothing") expect(paceFault(before, after, settings, house.at)).toBeNull();
}

let holds = 0;

/** Adds a hold for a waiting guest, as the waitlist does. */
function holdTable(house: House, step: Extract<Step, { kind: "hold" }>): void {
  const entry = (++holds).toString(16).padStart(24, "0");
  // Each hold has another phone, because a phone has at most one hold.
  const phone = `+1${2_200_000_000 + holds}`;
  house.stores.waitlist.insert({
    id: entry,
    brand: BISTRO,
    name: "Waiting",
    phone,
    partySize: step.size,
    date: "2026-11-20",
    wishedAt: step.startAt,
    earliestAt: step.startAt,
    latestAt: step.startAt,
    replaces: null,
    priority: 0,
    area: null,
    kind: "wish",
    quotedMinutes: null,
    readyUntil: null,
    notes: "",
    source: "tool",
    status: "offered",
    offersSent: 1,
    silentOffers: 0,
    bookingId: null,
    passedOver: [],
    createdAt: house.at,
    updatedAt: house.at,
  });
  house.database.run(
    `INSERT INTO waitlist_offer (id, entry_id, brand, phone, party_size, start_at, end_at, state, created_at,
       sent_at, hold_until, cause) VALUES (?, ?, ?, ?, ?, ?, ?, 'sent', ?, ?, ?, NULL)`,
    [
      `offer-${entry}`,
      entry,
      BISTRO,
      phone,
      step.size,
      step.startAt,
      step.startAt + 75 * MINUTE,
      house.at,
      house.at,
      house.at + step.minutes * MINUTE,
    ],
  );
}

export async function play(steps: readonly Step[], tally: Tally): Promise<void> {
  using house = openHouse(overridesOf());
  house.at = OPENING;
  for (const step of steps) {
    if (step.kind === "wait") house.at += step.halfMinutes * 30_000;
    else if (step.kind === "limits") house.set(overridesOf(step.limits));
    else if (step.kind === "hold") holdTable(house, step);
    else {
      const call = callOf(step, house);
      if (call !== null) await write(house, call, tally);
    }
  }
}
