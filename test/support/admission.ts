// Plain values for tests of the admission rules: one restaurant, one evening, its parties.
import type {
  Admission,
  AdmissionRequest,
  AdmissionWorld,
  PresentStay,
} from "../../src/domain/admission.ts";
import { endOf } from "../../src/domain/admission.ts";
import { type Occupant, occupantOf, type Stay } from "../../src/domain/occupancy.ts";
import { type BrandSettings, resolveSettings } from "../../src/domain/settings.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const NEW_YORK = "America/New_York";
export const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** The Friday of most tests. */
export const FRIDAY = "2026-11-20";

/**
 * The instant of a wall time in New York, computed by Temporal, not by the product. If a wall time
 * occurs twice, the earlier instant.
 */
export const at = (wall: string, date = FRIDAY, zone = NEW_YORK): number =>
  Temporal.PlainDateTime.from(`${date}T${wall}`).toZonedDateTime(zone).epochMilliseconds;

/** 10:00 AM on that Friday. */
export const MORNING = at("10:00");

/** A service that takes place every day. */
export const hours = (name: string, opens: string, lastSeating: string, closes: string) => ({
  name,
  days: EVERY_DAY,
  opens,
  lastSeating,
  closes,
  limits: {},
});

/**
 * The restaurant of the examples in docs/rules: 30 seats, no limit on pace, no large parties, no
 * questions about attendance.
 */
export const EXAMPLE_HOUSE = {
  timeZone: NEW_YORK,
  defaultCountry: "US",
  seats: 30,
  paceCovers: null,
  largeParty: { from: 1000, mode: "refuse" },
  attendance: { enabled: false },
  turnMinutes: [
    { upTo: 2, minutes: 90 },
    { upTo: 4, minutes: 105 },
    { upTo: null, minutes: 90 },
  ],
  services: [hours("Dinner", "17:00", "21:30", "23:30")],
};

/** The example's settings with these changes. */
export const house = (overrides: object = {}): BrandSettings =>
  resolveSettings({ ...EXAMPLE_HOUSE, ...overrides });

let serial = 0;

/**
 * A booked stay of this size and start, ending as the settings say. `change` sets any other field.
 */
export function stay(
  partySize: number,
  startAt: number,
  change: Partial<Stay> & { readonly settings?: BrandSettings } = {},
): Stay {
  const { settings = house(), ...said } = change;
  return {
    id: `stay-${++serial}`,
    status: "booked",
    startAt,
    endAt: endOf(startAt, partySize, settings),
    partySize,
    seatedAt: null,
    completedAt: null,
    ...said,
  };
}

/** A hold for a waiting guest. */
export const hold = (
  covers: number,
  from: number,
  holdUntil: number,
  to = from + 90 * MINUTE,
): Occupant => ({ id: `hold-${++serial}`, from, to, covers, holdUntil });

/** The restaurant with these stays and holds. */
export function world(
  settings: BrandSettings,
  present: readonly (Stay | Occupant)[] = [],
  now = MORNING,
): AdmissionWorld {
  const occupants = present
    .map((one) => ("status" in one ? occupantOf(one, now) : one))
    .filter((one) => one !== null);
  return {
    settings,
    now,
    occupants: (from, to) => occupants.filter((one) => one.from < to && one.to > from),
  };
}

/** A request by a guest with a phone. */
export const wish = (
  partySize: number,
  startAt: number,
  change: Partial<AdmissionRequest> = {},
): AdmissionRequest => ({
  startAt,
  partySize,
  contactless: false,
  phoneUsable: "yes",
  silent: false,
  present: null,
  ...change,
});

/** A walk-in without name, phone and e-mail. */
export const walkIn = (partySize: number, startAt: number): AdmissionRequest =>
  wish(partySize, startAt, { contactless: true, phoneUsable: "no_phone" });

/** The stay of a reservation before an update, in the form that the admission rules expect. */
export function presentOf(one: Stay, now = MORNING): PresentStay {
  const occupant = occupantOf(one, now);
  return {
    startAt: one.startAt,
    endAt: one.endAt,
    partySize: one.partySize,
    walkIn: false,
    asked: false,
    here: one.status === "arrived" || one.status === "seated",
    pending: false,
    seatedAt: one.status === "seated" ? one.seatedAt : null,
    tables: [],
    tablePinned: false,
    area: null,
    interval:
      occupant === null ? null : { from: occupant.from, to: occupant.to, covers: occupant.covers },
  };
}

/** The codes of the reasons in a verdict, in order. */
export const codes = (admission: Pick<Admission, "reasons">): string[] =>
  admission.reasons.map((reason) => reason.code);

/** The codes of the warnings in a verdict, in order. */
export const warnings = (admission: Pick<Admission, "warnings">): string[] =>
  admission.warnings.map((warning) => warning.code);
