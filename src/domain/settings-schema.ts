import { isSupportedCountry } from "libphonenumber-js/min";
import { z } from "zod";
import { LANGUAGES } from "./languages.ts";
import {
  expectedTemplate,
  TEMPLATE_KINDS,
  type TemplateKind,
  type Templates,
} from "./text-template.ts";
import { isLocalDate, isTimeZone, isWallTime, WEEKDAYS } from "./time.ts";
import { nearZones } from "./zone-of-city.ts";

// Every `error` is a noun phrase that says what was expected; `src/words` makes the sentence.

export const MOST_PEOPLE = 10_000;
const MOST_SERVICES = 20;
const MOST_SPECIAL_DAYS = 1_000;
const MOST_TURN_ROWS = 50;

const wholeNumber = (least: number, most: number, error: string) =>
  z.int({ error }).min(least, { error }).max(most, { error });

const whole = (least: number, most: number) =>
  wholeNumber(least, most, `a whole number from ${least} to ${most}`);

const wholeOrNull = (least: number, most: number, absence = "no limit") =>
  wholeNumber(
    least,
    most,
    `a whole number from ${least} to ${most}, or null for ${absence}`,
  ).nullable();

const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `one of ${words.map((word) => `"${word}"`).join(", ")}` });

function expectedZone(typed: unknown): string {
  const near = typeof typed === "string" ? nearZones(typed) : [];
  const named = (near.length === 0 ? ["Europe/Rome"] : near).map((zone) => `"${zone}"`);
  return `a time zone like ${named.join(" or ")}, or a large city in it`;
}

const FULL_PHONE = /^\+\d{8,15}$/;
const LONGEST_WEBSITE = 200;

function isWebsite(text: string): boolean {
  if (text.length > LONGEST_WEBSITE || !/^https:\/\/\S+$/.test(text)) return false;
  const url = URL.parse(text);
  return url?.hostname.includes(".") === true && url.username === "" && url.password === "";
}

function expectedWebsite(typed: unknown): string {
  const meant = `https://${String(typed)
    .trim()
    .replace(/^[a-z]*:?\/\//i, "")}`;
  return `an address like "${isWebsite(meant) ? meant : "https://www.example.com"}"`;
}

const checkedText = (test: (text: string) => boolean, error: string) =>
  z.string({ error }).refine(test, { error });

const textLine = (most: number) => {
  const error = `a text of 1 to ${most} characters on one line`;
  return z
    .string({ error })
    .trim()
    .min(1, { error })
    .max(most, { error })
    .regex(/^\P{Cc}*$/u, { error });
};

/** Any other placeholder would not be filled in: the guest would see it in braces. */
const quickAnswer = textLine(160).regex(/^(?:[^{}]|\{(?:day|time|until)\})*$/, {
  error: "a text with no fields but {day} {time} {until}",
});

const object = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, {
    error: `an object with keys like ${Object.keys(shape).slice(0, 3).join(", ")}`,
  });

const listOf = <T extends z.ZodType>(item: T, least: number, most: number, what: string) => {
  const error = `a list of ${least} to ${most} ${what}`;
  return z.array(item, { error }).min(least, { error }).max(most, { error });
};

const onOrOff = z.boolean({ error: "true or false" });
const wallTime = checkedText(isWallTime, 'a 24-hour time like "17:00", from "00:00" to "23:59"');
const minutesUpTo = (most: number) => whole(0, most);
const hours = whole(0, 720);
const people = whole(1, MOST_PEOPLE);
const peopleOrNull = wholeOrNull(1, MOST_PEOPLE);

const limits = {
  seats: peopleOrNull,
  maxPartiesPresent: peopleOrNull,
  /** Covers that may be booked above `seats`. Does not raise `paceCovers`. */
  overbookCovers: whole(0, MOST_PEOPLE),
  slotMinutes: whole(5, 120),
  paceCovers: peopleOrNull,
  paceParties: peopleOrNull,
};

const ownLimits = object({
  seats: limits.seats.exactOptional(),
  maxPartiesPresent: limits.maxPartiesPresent.exactOptional(),
  overbookCovers: limits.overbookCovers.exactOptional(),
  slotMinutes: limits.slotMinutes.exactOptional(),
  paceCovers: limits.paceCovers.exactOptional(),
  paceParties: limits.paceParties.exactOptional(),
});

const weekdays = listOf(oneOf(WEEKDAYS), 1, 7, "days of the week").refine(
  (days) => new Set(days).size === days.length,
  { error: "each day of the week once" },
);

const serviceTimes = {
  opens: wallTime,
  lastSeating: wallTime,
  closes: wallTime,
  limits: ownLimits.default({}),
};
const serviceName = textLine(60);
const service = object({ name: serviceName, days: weekdays, ...serviceTimes });

// A service copied from the week may have `days`; a special day ignores them.
const replacement = object({
  name: serviceName,
  days: weekdays.exactOptional(),
  ...serviceTimes,
}).transform(({ days: _days, ...rest }) => rest);

const specialDay = object({
  closed: onOrOff.exactOptional(),
  note: textLine(200).exactOptional(),
  services: listOf(replacement, 0, MOST_SERVICES, "services").exactOptional(),
});

const specialDays = z
  .record(checkedText(isLocalDate, 'an existing date like "2026-12-25"'), specialDay, {
    error: "an object of special days by date",
  })
  .refine((days) => Object.keys(days).length <= MOST_SPECIAL_DAYS, {
    error: `at most ${MOST_SPECIAL_DAYS} special days`,
  });

const template = (kind: TemplateKind) =>
  z
    .string({ error: "a text" })
    .refine((text) => expectedTemplate(kind, text) === null, {
      error: ({ input }) => expectedTemplate(kind, String(input)) ?? "a text",
    })
    .optional();

const templates = object(
  Object.fromEntries(TEMPLATE_KINDS.map((kind) => [kind, template(kind)])),
) as z.ZodType<Templates>;

const country = checkedText(
  (code) => isSupportedCountry(code),
  'a country in two capital letters like "US"',
);
const smsCountries = z
  .array(country, { error: 'a list of countries like ["US","CA"], or null for every country' })
  .min(1, { error: "at least one country, or null for every country" })
  .max(300, { error: "at most 300 countries" })
  .nullable();

/** docs/settings.md describes every key. `settings-conflicts.ts` compares settings with each other. */
export const settingsSchema = object({
  timeZone: z
    .string({ error: () => expectedZone("") })
    .refine(isTimeZone, { error: ({ input }) => expectedZone(input) }),
  defaultCountry: country,
  ...limits,
  bufferMinutes: minutesUpTo(240),
  turnMinutes: listOf(
    object({
      upTo: wholeOrNull(1, MOST_PEOPLE, "every larger party"),
      minutes: whole(5, 720),
    }),
    1,
    MOST_TURN_ROWS,
    "turn times",
  ),
  services: listOf(service, 0, MOST_SERVICES, "services"),
  specialDays,
  largeParty: object({
    from: whole(1, MOST_PEOPLE),
    mode: oneOf(["refuse", "pending", "allow"]),
  }),
  maxPartySize: wholeOrNull(1, MOST_PEOPLE, "as many as there are seats"),
  attendance: object({
    enabled: onOrOff,
    minLeadHours: hours,
    fromParty: people,
    phoneRequiredFrom: people,
    askHoursBefore: hours,
    remindHoursBefore: hours,
    deadlineHoursBefore: hours,
    onNoReply: oneOf(["flag", "release"]),
  }),
  quietHours: object({ from: wallTime, to: wallTime }),
  noShowGraceMinutes: minutesUpTo(720),
  minNoticeMinutes: minutesUpTo(43_200),
  pastGraceMinutes: minutesUpTo(1_440),
  seatingToleranceMinutes: minutesUpTo(60),
  bookingWindowDays: wholeOrNull(0, 3_650),
  cancelNotification: onOrOff,
  updateNotification: onOrOff,
  reminderHoursBefore: wholeOrNull(1, 720, "no reminder"),
  dedupeTwinSeconds: object({
    oauth: whole(0, 3_600),
    apiKey: whole(0, 3_600),
    session: whole(0, 3_600),
  }),
  waitlist: object({ enabled: onOrOff, onEarlyCompletion: onOrOff }),
  tables: object({
    mode: oneOf(["off", "suggest", "required"]),
    freezeMinutes: minutesUpTo(1_440),
  }),
  templates: templates.optional(),
  /** Defaults are in `sms-budget.ts`. */
  smsBudget: object({
    perPhone: whole(1, 1_000).optional(),
    perBrand: whole(1, 1_000_000).optional(),
    directPerPhone: whole(1, 1_000).optional(),
  }).optional(),
  /** Null means all countries. `sms-countries.ts` has the default. */
  smsCountries: smsCountries.optional(),
  /** Null means forever. The default is 180. */
  retentionDays: wholeOrNull(1, 36_500, "keeping guests' data forever").optional(),
  keepGuestsUntil: checkedText(isLocalDate, 'a date like "2027-12-31"').optional(),
  /** The default is the language's standard answers. */
  quickAnswers: listOf(quickAnswer, 0, 10, "answers").optional(),
  contact: object({
    /** In E.164. `withReadPhone` converts what people type. */
    phone: checkedText(
      (phone) => FULL_PHONE.test(phone),
      'a phone like "+1 212 555 0142", or a number of your own country without its code',
    ).optional(),
    address: textLine(200).optional(),
    website: z
      .string({ error: expectedWebsite("") })
      .refine(isWebsite, { error: ({ input }) => expectedWebsite(input) })
      .optional(),
    line: textLine(160).optional(),
  }).optional(),
  language: oneOf(LANGUAGES).optional(),
});

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Exclude<Value[Key], undefined>> }
    : Value;

export type BrandSettings = Frozen<z.infer<typeof settingsSchema>>;
/** A service may override these limits. Null means no limit. */
export type Limits = Pick<BrandSettings, keyof typeof limits>;
/**
 * `lastSeating` is on the next day if it is before `opens`. `closes` is on the next day if it is not after
 * `opens`.
 */
export type Service = BrandSettings["services"][number];
export type SpecialDay = BrandSettings["specialDays"][string];
export type Contact = NonNullable<BrandSettings["contact"]>;
export type AttendanceSettings = BrandSettings["attendance"];
