import type { Weekday } from "./local-date.ts";
import type { Templates } from "./text-template.ts";

export type { Weekday };

/** The limits a brand sets and a service may override; null = no limit. */
export interface Limits {
  /** Covers present at one instant. */
  readonly seats: number | null;
  /** Parties present at one instant. */
  readonly maxPartiesPresent: number | null;
  /** Added to `seats`, never to pace. */
  readonly overbookCovers: number;
  /** Length of a pacing slot in minutes. */
  readonly slotMinutes: number;
  /** Covers that may start in one slot. */
  readonly paceCovers: number | null;
  /** Parties that may start in one slot. */
  readonly paceParties: number | null;
}

/** A named meal in local wall times ("HH:MM"); a value <= opens means the next calendar day. */
export interface Service {
  readonly name: string;
  readonly days: readonly Weekday[];
  readonly opens: string;
  readonly lastSeating: string;
  readonly closes: string;
  readonly limits: Partial<Limits>;
}

/**
 * A day that differs: closed, or with services of its own (their days are not asked). The note is
 * quoted in refusals.
 */
export interface SpecialDay {
  readonly closed?: boolean;
  readonly note?: string;
  readonly services?: readonly Omit<Service, "days">[];
}

export interface AttendanceSettings {
  readonly enabled: boolean;
  readonly minLeadHours: number;
  readonly fromParty: number;
  readonly phoneRequiredFrom: number;
  readonly askHoursBefore: number;
  readonly remindHoursBefore: number;
  readonly deadlineHoursBefore: number;
  readonly onNoReply: "flag" | "release";
}

export type LargePartyMode = "refuse" | "pending" | "allow";

/** Everything a brand can set. */
export interface BrandSettings extends Limits {
  readonly timeZone: string;
  readonly defaultCountry: string;
  readonly bufferMinutes: number;
  readonly turnMinutes: readonly { readonly upTo: number | null; readonly minutes: number }[];
  readonly services: readonly Service[];
  readonly specialDays: Readonly<Record<string, SpecialDay>>;
  readonly largeParty: { readonly from: number; readonly mode: LargePartyMode };
  readonly maxPartySize: number | null;
  readonly attendance: AttendanceSettings;
  readonly quietHours: { readonly from: string; readonly to: string };
  readonly noShowGraceMinutes: number;
  readonly minNoticeMinutes: number;
  readonly pastGraceMinutes: number;
  readonly bookingWindowDays: number | null;
  readonly cancelNotification: boolean;
  readonly updateNotification: boolean;
  readonly reminderHoursBefore: number | null;
  readonly dedupeTwinSeconds: {
    readonly oauth: number;
    readonly apiKey: number;
    readonly session: number;
  };
  readonly waitlist: { readonly enabled: boolean; readonly onEarlyCompletion: boolean };
  /** The brand's own wordings of texts; absent until one is set. */
  readonly templates?: Templates;
  /** Texts in 24 hours; what is absent has the default of `sms-budget.ts`. */
  readonly smsBudget?: {
    readonly perPhone?: number;
    readonly perBrand?: number;
    readonly directPerPhone?: number;
  };
  /** Countries whose phones get texts; null: all; absent: see `sms-countries.ts`. */
  readonly smsCountries?: readonly string[] | null;
  /** Days after their evening for which guests' data is kept; null: for good; absent: 180. */
  readonly retentionDays?: number | null;
  /** Until this day (YYYY-MM-DD) no guest's data is cleared by time; absent: it is. */
  readonly keepGuestsUntil?: string;
}

/** Settings that are absent until an owner sets them; every other one has a default. */
export const OPTIONAL_SETTINGS = [
  "templates",
  "smsBudget",
  "smsCountries",
  "retentionDays",
  "keepGuestsUntil",
] as const;

/** A restaurant: its slug names it on the wire. */
export interface Brand {
  readonly slug: string;
  readonly name: string;
  readonly settings: BrandSettings;
}

/** What a new brand starts with; the time zone and the country are asked for. */
export const SETTINGS_DEFAULTS: Omit<BrandSettings, "timeZone" | "defaultCountry"> = {
  seats: 40,
  maxPartiesPresent: null,
  slotMinutes: 15,
  paceCovers: 10,
  paceParties: null,
  overbookCovers: 0,
  bufferMinutes: 0,
  turnMinutes: [
    { upTo: 2, minutes: 90 },
    { upTo: 4, minutes: 105 },
    { upTo: 6, minutes: 120 },
    { upTo: null, minutes: 150 },
  ],
  services: [
    {
      name: "Dinner",
      days: ["tue", "wed", "thu", "fri", "sat", "sun"],
      opens: "17:00",
      lastSeating: "21:30",
      closes: "23:30",
      limits: {},
    },
  ],
  specialDays: {},
  largeParty: { from: 9, mode: "refuse" },
  maxPartySize: null,
  attendance: {
    enabled: true,
    minLeadHours: 26,
    fromParty: 1,
    phoneRequiredFrom: 7,
    askHoursBefore: 24,
    remindHoursBefore: 5,
    deadlineHoursBefore: 3,
    onNoReply: "flag",
  },
  quietHours: { from: "21:30", to: "09:00" },
  noShowGraceMinutes: 15,
  minNoticeMinutes: 0,
  pastGraceMinutes: 30,
  bookingWindowDays: 180,
  cancelNotification: true,
  updateNotification: false,
  reminderHoursBefore: null,
  dedupeTwinSeconds: { oauth: 10, apiKey: 0, session: 0 },
  waitlist: { enabled: true, onEarlyCompletion: false },
};

/** More people than any setting speaks of: such a party is a mistake, also where nothing is limited. */
export const MOST_PEOPLE = 10_000;

/** The limits that hold outside every service, and in a service that sets none of its own. */
export const limitsOf = (settings: BrandSettings): Limits => ({
  seats: settings.seats,
  maxPartiesPresent: settings.maxPartiesPresent,
  overbookCovers: settings.overbookCovers,
  slotMinutes: settings.slotMinutes,
  paceCovers: settings.paceCovers,
  paceParties: settings.paceParties,
});

/** How long a party of that size keeps its table, in minutes, without the buffer. */
export function turnMinutesFor(settings: BrandSettings, partySize: number): number {
  const row = settings.turnMinutes.find(({ upTo }) => upTo === null || partySize <= upTo);
  if (row === undefined) throw new Error("The last row of turnMinutes must hold for every size");
  return row.minutes;
}

const RETENTION_DAYS = 180;

/** For how many days after their evening guests' data is kept; null = for good. */
export const retentionDaysOf = ({ retentionDays }: BrandSettings): number | null =>
  retentionDays === undefined ? RETENTION_DAYS : retentionDays;

/** The largest party that is ever taken; null = no limit. */
export const maxPartySizeOf = (settings: BrandSettings): number | null =>
  settings.maxPartySize ?? settings.seats;
