// Random restaurants and evenings: settings of every kind, dates near clock changes, and the steps
// of guests, hosts and owners.
import * as fc from "fast-check";
import { daysAfter } from "./rule-book.ts";

/** Time zones, each with a date near a clock change or with an unusual date. */
const PLACES = [
  ["America/New_York", "2026-11-01"],
  ["America/New_York", "2027-03-14"],
  ["Australia/Lord_Howe", "2027-04-04"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Africa/Cairo", "2026-04-24"],
  ["Africa/Cairo", "2026-10-30"],
  ["Africa/Casablanca", "2027-02-07"],
  ["Africa/Casablanca", "2027-03-14"],
  ["America/Santiago", "2026-09-06"],
  ["America/Santiago", "2027-04-04"],
  ["Asia/Beirut", "2027-03-28"],
  ["Atlantic/Azores", "2026-10-25"],
  ["Antarctica/Troll", "2027-03-28"],
  ["Antarctica/Troll", "2026-10-25"],
  ["Pacific/Apia", "2011-12-30"],
  ["Asia/Kathmandu", "2028-02-29"],
  ["Europe/Rome", "2026-12-31"],
] as const;
export type Place = (typeof PLACES)[number];

const MINUTES_OF_DAY = 1440;
const wallTime = (minute: number): string => {
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
};
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });

/** Limits low enough to be reached. */
const LIMITS = {
  seats: orNull(fc.integer({ min: 4, max: 14 })),
  maxPartiesPresent: orNull(fc.integer({ min: 1, max: 4 })),
  overbookCovers: fc.constantFrom(0, 0, 0, 2),
  slotMinutes: fc.constantFrom(15, 15, 20, 30, 7, 45, 60),
  paceCovers: orNull(fc.integer({ min: 3, max: 9 })),
  paceParties: orNull(fc.integer({ min: 1, max: 3 })),
};
const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/**
 * In minutes: `gap` from the close of the previous service, `seats` from the opening to the last
 * seating, `stays` from the last seating to the close.
 */
const part = fc.record({
  gap: fc.integer({ min: 20, max: 400 }),
  seats: fc.integer({ min: 0, max: 300 }),
  stays: fc.integer({ min: 1, max: 120 }),
  days: fc.uniqueArray(fc.constantFrom(...WEEK), { minLength: 4 }),
  limits: fc.oneof(fc.constant({}), fc.record(LIMITS, { requiredKeys: [] })),
});

/** One to four services in sequence, all within 24 hours of the first opening. */
const services = fc
  .tuple(fc.integer({ min: 0, max: 287 }), fc.array(part, { minLength: 1, maxLength: 4 }))
  .map(([first, parts]) => {
    let opens = first * 5;
    const end = opens + MINUTES_OF_DAY - 10;
    return parts.flatMap(({ gap, seats, stays, days, limits }, index) => {
      const last = opens + seats;
      const closes = last + stays;
      const hours = {
        opens: wallTime(opens),
        lastSeating: wallTime(last),
        closes: wallTime(closes),
      };
      opens = closes + gap;
      return closes > end ? [] : [{ name: `Service ${index}`, days, ...hours, limits }];
    });
  });

const specialDay = fc.oneof(
  fc.constant({ closed: true, note: "Private party" }),
  fc.constant({ note: "Bring a hat" }),
  services.map((list) => ({ services: list.map(({ days: _days, ...hours }) => hours) })),
);

/**
 * A time zone with a date, and an owner's settings with special days near that date. Some settings
 * contradict each other.
 */
export const houseDraft = fc
  .record({
    ...LIMITS,
    place: fc.constantFrom(...PLACES),
    bufferMinutes: fc.constantFrom(0, 0, 10, 25),
    turnMinutes: fc.constantFrom(
      [{ upTo: null, minutes: 90 }],
      [
        { upTo: 2, minutes: 45 },
        { upTo: 4, minutes: 75 },
        { upTo: null, minutes: 130 },
      ],
    ),
    services,
    specials: fc.array(fc.tuple(fc.integer({ min: -2, max: 3 }), specialDay), { maxLength: 3 }),
    largeParty: fc.record({
      from: fc.integer({ min: 3, max: 12 }),
      mode: fc.constantFrom("refuse", "pending", "allow"),
    }),
    maxPartySize: orNull(fc.integer({ min: 3, max: 12 })),
    attendance: fc.record({
      enabled: fc.boolean(),
      minLeadHours: fc.constantFrom(0, 5, 26),
      fromParty: fc.integer({ min: 1, max: 4 }),
      phoneRequiredFrom: fc.integer({ min: 1, max: 8 }),
    }),
    minNoticeMinutes: fc.constantFrom(0, 0, 20, 120),
    pastGraceMinutes: fc.constantFrom(0, 30, 90),
    bookingWindowDays: fc.constantFrom(null, null, 0, 1, 2),
  })
  .map(({ place, specials, ...rest }) => {
    const specialDays = Object.fromEntries(
      specials.map(([days, day]) => [daysAfter(place[1], days), day]),
    );
    return { place, overrides: { ...rest, specialDays } };
  });

const size = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5, max: 12 }) },
);
/**
 * A start today or tomorrow, usually in one of the first slots of a service, so that these slots
 * become crowded.
 */
const start = {
  day: fc.constantFrom(0, 0, 0, 1),
  minute: fc.integer({ min: 0, max: MINUTES_OF_DAY - 1 }),
  slot: orNull(fc.nat({ max: 5000 })),
};
const who = fc.nat({ max: 1000 });
const TOOLS = [
  "mark_arrived",
  "mark_seated",
  "mark_seated",
  "mark_completed",
  "mark_no_show",
  "cancel_booking",
  "cancel_booking",
] as const;
const STEPS = {
  create: fc.record({
    kind: fc.constant("create" as const),
    ...start,
    size,
    phone: fc.boolean(),
    email: fc.boolean(),
    silent: fc.constantFrom(false, false, true),
  }),
  door: fc.record({
    kind: fc.constant("door" as const),
    ahead: fc.integer({ min: -40, max: 18 }),
    size,
    phone: fc.boolean(),
  }),
  update: fc.record({
    kind: fc.constant("update" as const),
    who,
    ...start,
    size,
    moves: fc.boolean(),
    resizes: fc.boolean(),
    notes: fc.constantFrom(null, "window", "door"),
  }),
  undo: fc.record({
    kind: fc.constant("undo" as const),
    who,
    stranger: fc.constantFrom(false, false, false, true),
  }),
  mark: fc.record({ kind: fc.constant("mark" as const), who, tool: fc.constantFrom(...TOOLS) }),
  wait: fc.record({
    kind: fc.constant("wait" as const),
    minutes: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 200 })),
    seconds: fc.constantFrom(0, 0, 17, 59.5),
  }),
  toward: fc.record({
    kind: fc.constant("toward" as const),
    who,
    before: fc.integer({ min: -60, max: 90 }),
  }),
  hold: fc.record({
    kind: fc.constant("hold" as const),
    ...start,
    size,
    minutes: fc.integer({ min: 2, max: 90 }),
  }),
  look: fc.record({ kind: fc.constant("look" as const), day: fc.nat({ max: 1 }), size }),
  settings: fc.record({ kind: fc.constant("settings" as const), draft: houseDraft }),
};

export const ruleStep = fc.oneof(
  { weight: 12, arbitrary: STEPS.create },
  { weight: 3, arbitrary: STEPS.door },
  { weight: 10, arbitrary: STEPS.update },
  { weight: 7, arbitrary: STEPS.undo },
  { weight: 9, arbitrary: STEPS.mark },
  { weight: 4, arbitrary: STEPS.wait },
  { weight: 2, arbitrary: STEPS.toward },
  { weight: 2, arbitrary: STEPS.hold },
  { weight: 3, arbitrary: STEPS.look },
  { weight: 1, arbitrary: STEPS.settings },
);
type Arbitrated<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type RuleStep = Arbitrated<typeof ruleStep>;
export type StepOf<Kind extends RuleStep["kind"]> = Extract<RuleStep, { kind: Kind }>;
export type HouseDraft = Arbitrated<typeof houseDraft>;
