import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { SettingsEdit } from "../../domain/settings.ts";
import type { BrandSettings } from "../../domain/settings-schema.ts";
import { TEMPLATE_KINDS } from "../../domain/text-template.ts";
import { addDays, daysBetween, isLocalDate, WEEKDAYS } from "../../domain/time.ts";

export const MOST_SERVICES = 20;
export const MOST_TURNS = 12;
const MOST_DAYS = 92;
/** What the user types to give a service no limit, although the restaurant has one. */
export const NO_LIMIT = "none";
export const EVERY_COUNTRY = "ALL";

const word = z.string().max(100);
/** Empty input becomes null. Input that is not a number stays a string, so that the checks refuse it. */
export const typedNumber = word.transform(readNumber);
const number = typedNumber;
/** Empty: the restaurant's limit applies. NO_LIMIT becomes null. */
const ownNumber = word.transform((text) =>
  text.trim() === "" ? undefined : text.trim().toLowerCase() === NO_LIMIT ? null : readNumber(text),
);
const line = z
  .string()
  .max(600)
  .transform((text) => text.trim());

function readNumber(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^-?\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

export const MOST_TYPED = 2000;
const lines = z
  .string()
  .max(MOST_TYPED)
  .transform((text) =>
    text
      .split("\n")
      .map((one) => one.trim())
      .filter((one) => one !== ""),
  );

const LIMITS = [
  "seats",
  "overbookCovers",
  "paceCovers",
  "paceParties",
  "slotMinutes",
  "maxPartiesPresent",
] as const;

const each = <Key extends string, Shape extends z.ZodType>(keys: readonly Key[], shape: Shape) =>
  Object.fromEntries(keys.map((key) => [key, shape])) as Record<Key, Shape>;
const rows = <Shape extends z.ZodType>(most: number, shape: Shape) =>
  z.strictObject(
    each(
      Array.from({ length: most }, (_, index) => String(index)),
      shape.optional(),
    ),
  );

const times = { name: line, opens: line, lastSeating: line, closes: line };

const SECONDS_OF = ["oauth", "apiKey", "session"] as const;
export const contactShape = <Shape extends z.ZodType>(field: Shape) =>
  z.strictObject(each(["phone", "address", "website", "line"], field));

const TEXTS_A_DAY = ["perPhone", "perBrand"] as const;

export const settingsFormShape = z.strictObject({
  limits: z.strictObject({ ...each(LIMITS, number), bufferMinutes: number }).optional(),
  turns: rows(MOST_TURNS, z.strictObject({ upTo: number, minutes: number })).optional(),
  booking: z
    .strictObject({
      minNoticeMinutes: number,
      bookingWindowDays: number,
      pastGraceMinutes: number,
      seatingToleranceMinutes: number,
      noShowGraceMinutes: number,
    })
    .optional(),
  services: rows(
    MOST_SERVICES,
    z.strictObject({
      ...times,
      days: z.array(z.enum(WEEKDAYS)),
      limits: z.strictObject(each(LIMITS, ownNumber)),
    }),
  ).optional(),
  specialDay: z
    .strictObject({
      day: line,
      until: line.describe("The last day, if the form is for several days in a row").optional(),
      kind: z.enum(["closed", "open"]),
      note: line,
      services: rows(
        MOST_SERVICES,
        z.strictObject({ ...times, limits: z.strictObject(each(LIMITS, ownNumber)).optional() }),
      ).optional(),
    })
    .optional(),
  usualDay: z.strictObject({ day: line }).describe("Removes a special day").optional(),
  largeParty: z.strictObject({ from: number, mode: line, maxPartySize: number }).optional(),
  attendance: z
    .strictObject({
      enabled: z.boolean(),
      onNoReply: line,
      ...each(
        [
          "minLeadHours",
          "fromParty",
          "phoneRequiredFrom",
          "askHoursBefore",
          "remindHoursBefore",
          "deadlineHoursBefore",
        ],
        number,
      ),
    })
    .optional(),
  quietHours: z.strictObject({ from: line, to: line }).optional(),
  texts: z
    .strictObject({
      cancelNotification: z.boolean(),
      updateNotification: z.boolean(),
      reminderHoursBefore: number,
    })
    .optional(),
  templates: z
    .strictObject(each(TEMPLATE_KINDS, z.strictObject({ text: line }).optional()))
    .optional(),
  waitlist: z.strictObject({ enabled: z.boolean(), onEarlyCompletion: z.boolean() }).optional(),
  tables: z.strictObject({ mode: line, freezeMinutes: number }).optional(),
  smsBudget: z
    .strictObject({ ...each(TEXTS_A_DAY, number), directPerPhone: number.optional() })
    .optional(),
  quickAnswers: z
    .strictObject({ answers: lines })
    .describe("If empty, the standard answers are used")
    .optional(),
  contact: contactShape(line).describe("An empty field is not shown to guests").optional(),
  smsCountries: z
    .strictObject({ countries: line })
    .describe('If empty, the default countries; "all" means every country')
    .optional(),
  guestData: z.strictObject({ retentionDays: number, keepGuestsUntil: line.optional() }).optional(),
  dedupeTwinSeconds: z.strictObject(each(SECONDS_OF, number)).optional(),
  restaurant: z
    .strictObject({
      name: line,
      timeZone: line,
      defaultCountry: line,
      language: line.optional(),
    })
    .describe("name: what guests call the restaurant")
    .optional(),
});
export type SettingsForm = z.infer<typeof settingsFormShape>;

/** The fields of these parts have the names of top-level settings. */
const FLAT = ["limits", "booking", "texts", "guestData", "restaurant"] as const;

export function placesOf(part: string, kind: string): readonly string[] {
  if (part === "templates") return [`templates.${kind}`];
  if (part === "turns") return ["turnMinutes"];
  if (part === "largeParty") return ["largeParty", "maxPartySize"];
  if (part === "specialDay" || part === "usualDay") return ["specialDays"];
  const flat = FLAT.find((name) => name === part);
  return flat === undefined ? [part] : Object.keys(settingsFormShape.shape[flat].unwrap().shape);
}

/** The keys in `unset` go back to their defaults, then `merge` is applied. */
export interface FormEdit {
  readonly unset: NonNullable<SettingsEdit["unset"]>;
  readonly merge: Record<string, unknown>;
  readonly name: string | null;
  fieldOf(path: string): string | null;
}

export function editOf(form: SettingsForm, settings: BrandSettings): FormEdit {
  const { name = null, ...place } = form.restaurant ?? {};
  const merge: Record<string, unknown> = {
    ...form.limits,
    ...form.booking,
    ...form.texts,
    ...form.guestData,
    ...place,
  };
  const unset: string[] = [];
  const services = numbered(form.services).filter(([, row]) => row.name !== "" || row.opens !== "");
  const turns = numbered(form.turns).filter(([, row]) => row.minutes !== null);
  if (form.services !== undefined) {
    merge["services"] = services.map(([, row]) => ({ ...row, limits: defined(row.limits) }));
  }
  if (form.turns !== undefined) merge["turnMinutes"] = turns.map(([, row]) => row);
  if (form.largeParty !== undefined) {
    const { maxPartySize, ...largeParty } = form.largeParty;
    Object.assign(merge, { maxPartySize, largeParty });
  }
  for (const key of [
    "attendance",
    "quietHours",
    "waitlist",
    "tables",
    "dedupeTwinSeconds",
  ] as const) {
    if (form[key] !== undefined) merge[key] = form[key];
  }
  for (const [key, most] of Object.entries(form.smsBudget ?? {})) {
    if (most === null) unset.push(`smsBudget.${key}`);
    else merge["smsBudget"] = { ...(merge["smsBudget"] as object), [key]: most };
  }
  for (const [key, text] of Object.entries(form.contact ?? {})) {
    if (text === "") unset.push(`contact.${key}`);
    else merge["contact"] = { ...(merge["contact"] as object), [key]: text };
  }
  const countries = form.smsCountries?.countries.toUpperCase();
  if (form.guestData?.keepGuestsUntil === "") {
    delete merge["keepGuestsUntil"];
    unset.push("keepGuestsUntil");
  }
  if (countries === "") unset.push("smsCountries");
  else if (countries === EVERY_COUNTRY) merge["smsCountries"] = null;
  else if (countries !== undefined) merge["smsCountries"] = countries.split(/[\s,;]+/);
  const answers = form.quickAnswers?.answers;
  if (answers?.length === 0) unset.push("quickAnswers");
  else if (answers !== undefined) merge["quickAnswers"] = answers;
  if (form.usualDay !== undefined) unset.push(`specialDays.${form.usualDay.day}`);
  if (form.specialDay !== undefined) {
    const days = daysOf(form.specialDay);
    for (const day of days) unset.push(`specialDays.${day}`);
    const special = specialDayOf(form.specialDay, settings);
    merge["specialDays"] = Object.fromEntries(days.map((day) => [day, special]));
  }
  for (const [kind, { text }] of numbered(form.templates)) {
    if (text === "") unset.push(`templates.${kind}`);
    else merge["templates"] = { ...(merge["templates"] as object), [kind]: text };
  }
  const numbers = {
    services: services.map(([index]) => index),
    turnMinutes: turns.map(([index]) => index),
  };
  return { unset, merge, name, fieldOf: (path) => fieldOf(path, form, numbers) };
}

const numbered = <Row>(list: Readonly<Record<string, Row | undefined>> = {}): [string, Row][] =>
  Object.entries(list).flatMap(([index, row]) => (row === undefined ? [] : [[index, row]]));

const defined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

function daysOf({ day, until = "" }: NonNullable<SettingsForm["specialDay"]>): string[] {
  if (until === "" || !isLocalDate(day)) return [day];
  const count = isLocalDate(until) ? daysBetween(day, until) + 1 : 0;
  if (count < 1 || count > MOST_DAYS) {
    const parameter = "settings.specialDay.until";
    throw refusal("INVALID_INPUT.last_day", { parameter, say: { until, most: MOST_DAYS } });
  }
  return Array.from({ length: count }, (_, index) => addDays(day, index));
}

/** If the form has no limits for a service, the limits stored for the same service on this day stay. */
function specialDayOf(
  { day, kind, note, services }: NonNullable<SettingsForm["specialDay"]>,
  { specialDays }: BrandSettings,
): object {
  const noted = note === "" ? {} : { note };
  if (kind === "closed") return { closed: true, ...noted };
  const known = Object.hasOwn(specialDays, day) ? (specialDays[day]?.services ?? []) : [];
  const list = numbered(services)
    .filter(([, row]) => row.name !== "" || row.opens !== "")
    .map(([, row]) => {
      const limits = row.limits ?? known.find(({ name }) => name === row.name)?.limits;
      return { ...row, ...(limits === undefined ? {} : { limits: defined(limits) }) };
    });
  return { ...noted, services: list };
}

/**
 * The form's field for a setting. "services[1].opens" may be "settings.services.3.opens", because
 * empty rows are skipped.
 */
function fieldOf(
  path: string,
  form: SettingsForm,
  numbers: Readonly<Record<"services" | "turnMinutes", readonly string[]>>,
): string | null {
  const [, list, at = "", rest = ""] = /^(services|turnMinutes)\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (list === "services" || list === "turnMinutes") {
    const row = numbers[list][Number(at)];
    const name = list === "services" ? "services" : "turns";
    const column = rest.replace(/\[\d+\]$/, "") || (name === "turns" ? "upTo" : "name");
    return row === undefined || form[name] === undefined
      ? null
      : `settings.${name}.${row}.${column}`;
  }
  const special = /^specialDays\.[^.]+(?:\.services\[(\d+)\])?\.?(.*)$/.exec(path);
  if (special !== null) {
    const [, row, column = ""] = special;
    if (row !== undefined) return `settings.specialDay.services.${row}.${column || "name"}`;
    return column === "note" ? "settings.specialDay.note" : "settings.specialDay.day";
  }
  if (path.startsWith("smsCountries")) return "settings.smsCountries.countries";
  if (path.startsWith("quickAnswers")) return "settings.quickAnswers.answers";
  if (path.startsWith("templates.")) return `settings.${path}.text`;
  if (path === "maxPartySize") return "settings.largeParty.maxPartySize";
  const [top = "", inner] = path.split(".");
  if (inner !== undefined) return Object.hasOwn(form, top) ? `settings.${top}.${inner}` : null;
  const group = FLAT.find((name) => Object.hasOwn(form[name] ?? {}, top));
  return group === undefined ? null : `settings.${group}.${top}`;
}
