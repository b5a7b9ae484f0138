import { z } from "zod";
import { plannedServices, servicesOn, todayOf } from "../domain/calendar.ts";
import { refusal } from "../domain/errors.ts";
import { lastDigits } from "../domain/phone.ts";
import { displayDate, displayTime, formatDate, startOfDay } from "../domain/time.ts";
import { ON_LIST, type WaitlistEntry } from "../domain/waitlist.ts";
import { closingLines } from "../words/en/agent/closing.ts";
import { defineTool, type OperationContext } from "./define.ts";
import { partiesOutside } from "./desk/close-parties.ts";
import { CLOSING, changeHours } from "./desk/closed-day.ts";
import { brandParam, closingNoteParam, dateParam, serviceParam, writeParams } from "./params.ts";
import { warningShape } from "./reservation/wire.ts";

const MOST_WAITING = 1000;

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Service date to close"),
  service: serviceParam.optional().describe("Only this service; left out: the whole day"),
  note: closingNoteParam.optional(),
  reopen: z
    .boolean()
    .default(false)
    .describe("true: bring back the hours from before the date was closed"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  date: z.string(),
  service: z.string().nullable(),
  closed: z.boolean().describe("True if no service is left on that date"),
  concerned: z
    .array(
      z.strictObject({
        id: z.string().nullable().describe("Id of the reservation; null for a waiting guest"),
        entryId: z.string().nullable().describe("Id of the waitlist entry; null for a reservation"),
        name: z.string(),
        phone: z
          .string()
          .nullable()
          .describe("Only the last four digits if the caller lacks bookings.read"),
        date: z.string(),
        time: z.string(),
      }),
    )
    .describe("Guests booked for, or waiting for, a time that is closed now"),
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(warningShape),
});
type Output = z.infer<typeof output>;
type Concerned = Output["concerned"][number];

export const closeService = defineTool({
  name: CLOSING,
  title: "Close or reopen a day or a service",
  words: { done: "cancelled because of the closure", history: "Closed that day" },
  scope: "settings.write",
  description:
    "Closes a date, or one service of it, so that nobody can book it any more. Cancels nobody and sends no SMS: the " +
    "answer lists everybody who is booked or waits then, and their phones, so that somebody can call, move or cancel them " +
    "(cancel_booking). reopen: true brings back the earlier hours. Use dryRun first to see who is concerned.",
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [
    {
      input: { date: "2026-11-20", service: "Dinner", note: "Private party" },
      output: {
        date: "Friday, November 20, 2026",
        service: "Dinner",
        closed: true,
        concerned: [
          {
            id: "01a1f03ea60027935d40f69e",
            entryId: null,
            name: "Ana Lopez",
            phone: "+12125550123",
            date: "Friday, November 20, 2026",
            time: "7:30 PM",
          },
        ],
        changed: true,
        dryRun: false,
        warnings: [],
      },
    },
  ],
  run: close,
  text,
});

function close(given: Input, before: OperationContext): Output {
  const { date } = given;
  requireToCome(date, before);
  const service = given.service === undefined ? null : nameOf(given.service, date, before);
  const changed = changeHours(given, before);
  const brand = before.stores.brands.get(before.brand.slug) ?? before.brand;
  const context = { ...before, brand };
  return {
    date: formatDate(date),
    service,
    closed: servicesOn(brand.settings, date).closed,
    concerned: [...bookedThen(date, context), ...waitingThen(date, context)],
    changed,
    dryRun: before.dryRun,
    warnings: [],
  };
}

function requireToCome(date: string, { brand, now }: OperationContext): void {
  const today = todayOf(brand.settings, now);
  if (date >= today) return;
  throw refusal("INVALID_INPUT.date_over", { parameter: "date", say: { date, today } });
}

function nameOf(service: string, date: string, { brand }: OperationContext): string {
  const { settings } = brand;
  const known = [...plannedServices(settings, date), ...settings.services];
  return known.find(({ name }) => name.toLowerCase() === service.toLowerCase())?.name ?? service;
}

const bookedThen = (date: string, context: OperationContext): Concerned[] =>
  partiesOutside(date, context).map((one) => ({
    id: one.id,
    entryId: null,
    ...shown(one, one.startAt, context),
  }));

function waitingThen(date: string, context: OperationContext): Concerned[] {
  const { stores, brand } = context;
  const { settings, slug } = brand;
  const { services } = servicesOn(settings, date);
  const isLeft = ({ earliestAt, latestAt }: WaitlistEntry): boolean =>
    services.some(({ opens, lastSeating }) => opens <= latestAt && earliestAt <= lastSeating);
  return stores.waitlist
    .list({
      brand: slug,
      statuses: ON_LIST,
      day: { date, startsAt: startOfDay(date, settings.timeZone) },
      limit: MOST_WAITING,
      after: null,
    })
    .filter((entry) => entry.kind === "wish" && !isLeft(entry))
    .map((entry) => ({ id: null, entryId: entry.id, ...shown(entry, entry.earliestAt, context) }));
}

function shown(
  { name, phone }: { readonly name: string; readonly phone: string | null },
  at: number,
  { brand, caller }: OperationContext,
) {
  const zone = brand.settings.timeZone;
  const mayRead = caller.scopes.includes("bookings.read");
  const given = phone === null || phone === "" ? null : mayRead ? phone : lastDigits(phone);
  return { name, phone: given, date: displayDate(at, zone), time: displayTime(at, zone) };
}

function text(answer: Output, _: OperationContext, { reopen }: Input): string {
  return closingLines(answer, { isReopening: reopen }).join("\n");
}
