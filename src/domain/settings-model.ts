import type { BrandSettings, Limits } from "./settings-schema.ts";

export const OPTIONAL_SETTINGS = [
  "templates",
  "smsBudget",
  "smsCountries",
  "retentionDays",
  "keepGuestsUntil",
  "quickAnswers",
  "contact",
  "language",
] as const;

export interface Brand {
  readonly slug: string;
  readonly name: string;
  readonly settings: BrandSettings;
}

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
  seatingToleranceMinutes: 10,
  bookingWindowDays: 180,
  cancelNotification: true,
  updateNotification: false,
  reminderHoursBefore: null,
  dedupeTwinSeconds: { oauth: 10, apiKey: 0, session: 0 },
  waitlist: { enabled: true, onEarlyCompletion: false },
  tables: { mode: "off", freezeMinutes: 60 },
};

export const limitsOf = (settings: BrandSettings): Limits => ({
  seats: settings.seats,
  maxPartiesPresent: settings.maxPartiesPresent,
  overbookCovers: settings.overbookCovers,
  slotMinutes: settings.slotMinutes,
  paceCovers: settings.paceCovers,
  paceParties: settings.paceParties,
});

/** The turn, without the buffer. */
export function turnMinutesFor(settings: BrandSettings, partySize: number): number {
  const row = settings.turnMinutes.find(({ upTo }) => upTo === null || partySize <= upTo);
  if (row === undefined) throw new Error("The last row of turnMinutes must apply to all sizes");
  return row.minutes;
}

const RETENTION_DAYS = 180;

export const retentionDaysOf = ({ retentionDays }: BrandSettings): number | null =>
  retentionDays === undefined ? RETENTION_DAYS : retentionDays;

export const maxPartySizeOf = (settings: BrandSettings): number | null =>
  settings.maxPartySize ?? settings.seats;
