// Random evenings: the steps of hosts, guests and owners in one restaurant.
import * as fc from "fast-check";
import { at, hours } from "./admission.ts";

/** Limits that an owner sets, low enough to be reached. */
export interface EveningLimits {
  readonly seats: number | null;
  readonly overbookCovers: number;
  readonly maxPartiesPresent: number | null;
  readonly paceCovers: number | null;
  readonly paceParties: number | null;
  readonly slotMinutes: number;
  readonly turn: number;
  readonly bufferMinutes: number;
}

/** `who` selects an existing reservation. Instants are epoch milliseconds. */
export type Step =
  | {
      readonly kind: "create";
      readonly size: number;
      readonly startAt: number;
      readonly phone: boolean;
    }
  | { readonly kind: "walk_in"; readonly size: number; readonly ahead: number }
  | { readonly kind: "resize"; readonly who: number; readonly size: number }
  | { readonly kind: "move"; readonly who: number; readonly startAt: number }
  | {
      readonly kind: "move_and_resize";
      readonly who: number;
      readonly startAt: number;
      readonly size: number;
    }
  | { readonly kind: "mark"; readonly who: number; readonly tool: string }
  | {
      readonly kind: "hold";
      readonly size: number;
      readonly startAt: number;
      readonly minutes: number;
    }
  | { readonly kind: "limits"; readonly limits: EveningLimits }
  | { readonly kind: "wait"; readonly halfMinutes: number };

/** Friday afternoon, before any party has come. */
export const OPENING = at("16:40");
/** After the last stay of Saturday night. */
export const CLOSING = at("08:00", "2026-11-22");
/** Both services of both days, from opening to closing. */
export const SITTINGS = ["2026-11-20", "2026-11-21"].flatMap((date) => [
  { name: "Dinner", opens: at("17:00", date), closes: at("23:00", date) },
  { name: "Late", opens: at("23:00", date), closes: at("23:00", date) + 4 * 3_600_000 },
]);
/** The pace of the late service, which differs from the restaurant's. */
export const LATE_PACE = 4;

const LOOSE: EveningLimits = {
  seats: 14,
  overbookCovers: 0,
  maxPartiesPresent: null,
  paceCovers: 8,
  paceParties: null,
  slotMinutes: 15,
  turn: 75,
  bufferMinutes: 0,
};

/**
 * The owner's settings. Parties of five or more are large and admitted at once, so some of them
 * exceed the pace.
 */
export const overridesOf = (limits: EveningLimits = LOOSE) => {
  const { turn, ...rest } = limits;
  return {
    ...rest,
    maxPartySize: null,
    largeParty: { from: 5, mode: "allow" },
    turnMinutes: [
      { upTo: 2, minutes: turn },
      { upTo: null, minutes: turn + 30 },
    ],
    attendance: { enabled: false, phoneRequiredFrom: 1000 },
    services: [
      hours("Dinner", "17:00", "21:30", "23:00"),
      { ...hours("Late", "23:00", "01:00", "03:00"), limits: { paceCovers: LATE_PACE } },
    ],
  };
};

const size = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 2, arbitrary: fc.integer({ min: 5, max: 8 }) },
);
const who = fc.nat({ max: 1000 });
// Usually early this evening, which makes that time crowded.
const startAt = fc
  .tuple(fc.integer({ min: 0, max: 96 }), fc.constantFrom(0, 0, 0, 0, 0, 0, 1), fc.boolean())
  .map(([five, day, early]) => at("17:00") + (early ? five / 2 : five) * 300_000 + day * 86_400_000)
  .map((instant) => Math.floor(instant / 300_000) * 300_000);

const limits: fc.Arbitrary<EveningLimits> = fc.record({
  seats: fc.option(fc.integer({ min: 5, max: 20 }), { nil: null, freq: 8 }),
  overbookCovers: fc.constantFrom(0, 0, 2),
  maxPartiesPresent: fc.option(fc.integer({ min: 2, max: 7 }), { nil: null, freq: 2 }),
  paceCovers: fc.option(fc.integer({ min: 4, max: 9 }), { nil: null, freq: 6 }),
  paceParties: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null, freq: 2 }),
  slotMinutes: fc.constantFrom(15, 15, 20, 30),
  turn: fc.constantFrom(45, 75, 75, 105),
  bufferMinutes: fc.constantFrom(0, 0, 10),
});

const TOOLS = [
  "mark_arrived",
  "mark_seated",
  "mark_seated",
  "mark_completed",
  "mark_no_show",
  "cancel_booking",
  "undo_last_change",
  "undo_last_change",
];

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      size,
      startAt,
      phone: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("walk_in" as const),
      size,
      ahead: fc.integer({ min: -25, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("resize" as const), who, size }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("move" as const), who, startAt }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("move_and_resize" as const), who, startAt, size }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant("mark" as const),
      who,
      tool: fc.constantFrom(...TOOLS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("hold" as const),
      size,
      startAt,
      minutes: fc.integer({ min: 5, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("limits" as const), limits }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      halfMinutes: fc.integer({ min: 1, max: 60 }),
    }),
  },
);
