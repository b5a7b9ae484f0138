import { z } from "zod";
import { newRequest } from "../domain/admission/request.ts";
import { admit } from "../domain/admission.ts";
import { dayWorld, nearestFirst } from "../domain/alternatives.ts";
import { gridOf } from "../domain/calendar.ts";
import { newId } from "../domain/ids.ts";
import { suggestion } from "../domain/start.ts";
import { addDays, cutToMinute } from "../domain/time.ts";
import { isOnList, newEntry, type WaitlistEntry } from "../domain/waitlist.ts";
import { servicesNear } from "../domain/waitlist-matching.ts";
import { changedFirstEntry, NO_ROOM_NOW, ROOM_NOW, wishUsed } from "../words/en/agent/entries.ts";
import { listed } from "./call/refusals.ts";
import { defineTool, type OperationContext } from "./define.ts";
import {
  areaParam,
  brandParam,
  dateParam,
  nameParam,
  noteParam,
  partySizeParam,
  phoneParam,
  reservationIdParam,
  timeParam,
  timestampParam,
  writeParams,
} from "./params.ts";
import { EXAMPLE_ENTRY } from "./reservation/example-records.ts";
import { withinBudget } from "./reservation/refuse.ts";
import { publishWarnings } from "./reservation/wire.ts";
import { phoneUsable, worldOf } from "./reservation/world.ts";
import { endOffer } from "./waitlist/end-offer.ts";
import { recordEntry, recordEntryChange } from "./waitlist/record-entry-change.ts";
import { addedEntryShape, entryText, wireEntry } from "./waitlist/wire-entry.ts";
import { checkWish } from "./waitlist/wish.ts";

const MAX_ROOM = 3;
const OPERATION = "add_to_waitlist";

export const addToWaitlistInput = z.strictObject({
  brand: brandParam,
  name: nameParam,
  phone: phoneParam.describe("Guest phone, E.164: offers are sent to it by SMS"),
  numberOfPeople: partySizeParam,
  date: dateParam("Date of the wished start"),
  time: timeParam("Wished wall time; not needed with earliestTime and latestTime").optional(),
  timestamp: timestampParam.optional(),
  earliestTime: timeParam(
    "Earliest start that suits; default: 30 minutes before the wished time. May be before midnight if the wished time is after midnight",
  ).optional(),
  latestTime: timeParam(
    "Latest start that suits; default: 60 minutes after the wished time. If before earliestTime, on the next day",
  ).optional(),
  area: areaParam
    .describe("Only tables in this area, such as Terrace; any: in every area")
    .optional(),
  notes: noteParam("Internal notes").optional(),
  priority: z
    .int()
    .min(0)
    .max(9)
    .default(0)
    .describe("Guests with higher numbers are offered tables first"),
  replaces: reservationIdParam
    .describe("A reservation of this guest to cancel when an offer is accepted")
    .optional(),
  ...writeParams,
});
type Input = z.infer<typeof addToWaitlistInput>;

export const addToWaitlist = defineTool({
  name: OPERATION,
  title: "Put a guest on the waitlist",
  words: { button: "Add to the waitlist", history: "Added to the waitlist" },
  scope: "bookings.write",
  description:
    "Puts a guest on the waitlist for a wished time and a window around it, or for a window alone. Suitable seats " +
    "that become free are offered by SMS, in the order of the list; the guest answers by text. Adding sends " +
    "nothing. If starts in the window are free now, the answer lists them under room: book one of them. Adding the " +
    "same phone again with an overlapping window changes its existing entry.",
  input: addToWaitlistInput,
  output: addedEntryShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  examples: [
    {
      input: {
        name: "Ana Lopez",
        phone: "+12125550123",
        numberOfPeople: 4,
        date: "Friday, November 20, 2026",
        time: "7:30 PM",
        latestTime: "9:00 PM",
      },
      output: {
        entry: EXAMPLE_ENTRY,
        changed: true,
        dryRun: false,
        warnings: [],
        room: [
          { date: "Friday, November 20, 2026", time: "7:30 PM", timestamp: 1_795_221_000_000 },
          { date: "Friday, November 20, 2026", time: "7:15 PM", timestamp: 1_795_220_100_000 },
          { date: "Friday, November 20, 2026", time: "7:45 PM", timestamp: 1_795_221_900_000 },
        ],
      },
    },
  ],
  run: add,
  text: (output, context) => {
    const { entry, room, changed, warnings } = output;
    const isNew = entry.createdAt === context.now;
    const { timeZone: zone } = context.brand.settings;
    const large = warnings.some(({ code }) => code === "LARGE_PARTY");
    const noSms = warnings.find(({ code }) => code === "NO_SMS")?.["why"] ?? null;
    return [
      entryText(output, context),
      ...(changed && !isNew ? [changedFirstEntry(context.dryRun)] : []),
      ...(entry.status === "waiting" && !large ? [wishUsed(entry, { zone, noSms })] : []),
      ...(room.length === 0 ? [NO_ROOM_NOW] : [ROOM_NOW, ...listed(room)]),
    ].join("\n");
  },
});

export function add(given: Input, context: OperationContext): z.infer<typeof addedEntryShape> {
  const { stores, brand, now, random, caller } = context;
  const wish = checkWish(given, context);
  const fields = {
    name: given.name,
    phone: wish.phone,
    partySize: given.numberOfPeople,
    date: given.date,
    wishedAt: wish.wishedAt,
    earliestAt: wish.earliestAt,
    latestAt: wish.latestAt,
    replaces: given.replaces ?? null,
    priority: given.priority,
    area: wish.area,
    notes: given.notes ?? "",
  };
  const existing = withoutOutdatedOffer(sameWish(fields, context), given, context);
  const { entry, changed } =
    existing === null
      ? {
          entry: newEntry({
            id: newId(now, random),
            brand: brand.slug,
            ...fields,
            createdAt: now,
          }),
          changed: true,
        }
      : recordEntryChange(existing, changesOf(existing, fields, given), OPERATION, context);
  if (existing === null) recordEntry(entry, OPERATION, context);
  const shown = wireEntry(stores.waitlist.entry(entry.id) ?? entry, context);
  const isNew = existing === null && context.dryRun;
  return {
    entry: isNew ? { ...shown, id: null } : shown,
    changed,
    dryRun: context.dryRun,
    warnings: publishWarnings(wish.warnings, context),
    room:
      caller.tools === null || caller.tools.includes("create_booking")
        ? roomFor(entry, context)
        : [],
  };
}

const MATCHED_BY = ["partySize", "earliestAt", "latestAt", "area"] as const;

function changesOf(existing: WaitlistEntry, fields: object, given: Input) {
  const again = existing.status === "paused" ? { status: "waiting" as const, silentOffers: 0 } : {};
  const { notes, replaces, area, ...rest } = fields as WaitlistEntry;
  const others = { ...rest, area: given.area === undefined ? existing.area : area };
  // A changed wish clears `passedOver`, because the reasons in it belong to the old wish.
  const changed =
    MATCHED_BY.some((key) => others[key] !== existing[key]) ||
    (given.replaces !== undefined && given.replaces !== existing.replaces);
  return {
    ...others,
    ...again,
    ...(changed ? { passedOver: [] } : {}),
    ...(given.notes === undefined ? {} : { notes }),
    ...(given.replaces === undefined ? {} : { replaces }),
  };
}

function withoutOutdatedOffer(
  existing: WaitlistEntry | null,
  { numberOfPeople, replaces }: Input,
  context: OperationContext,
): WaitlistEntry | null {
  const { waitlist } = context.stores;
  const offer = existing === null ? null : waitlist.offerOf(existing.id);
  if (existing === null || offer === null) return existing;
  const sameReservation = replaces === undefined || replaces === existing.replaces;
  if (offer.partySize === numberOfPeople && sameReservation) return existing;
  endOffer(offer, "withdrawn", context, context);
  return waitlist.entry(existing.id);
}

function sameWish(
  wish: Pick<WaitlistEntry, "phone" | "date" | "earliestAt" | "latestAt">,
  { stores, brand }: OperationContext,
): WaitlistEntry | null {
  // Also look at the dates before and after, because a window may reach past midnight.
  const dates = [addDays(wish.date, -1), addDays(wish.date, 1)] as const;
  const alike = stores.waitlist
    .samePhone(brand.slug, wish.phone, dates)
    .filter(
      (one) =>
        one.kind === "wish" &&
        isOnList(one) &&
        one.earliestAt <= wish.latestAt &&
        wish.earliestAt <= one.latestAt,
    );
  return alike.find(({ date }) => date === wish.date) ?? alike[0] ?? null;
}

function roomFor(entry: WaitlistEntry, context: OperationContext) {
  const { settings } = context.brand;
  const zone = settings.timeZone;
  const earliest = Math.max(entry.earliestAt, cutToMinute(context.now));
  const services = servicesNear({ from: earliest, to: entry.latestAt + 1 }, settings).filter(
    ({ lastSeating }) => lastSeating >= earliest,
  );
  const world = dayWorld(services, withinBudget(worldOf(context), context));
  const inWindow = services
    .flatMap((service) => gridOf(service))
    .filter((startAt) => startAt >= earliest && startAt <= entry.latestAt);
  const { area } = entry;
  const usable = { phoneUsable: phoneUsable(entry.phone, context), area };
  return nearestFirst(inWindow, entry.wishedAt)
    .filter((startAt) => {
      const { reasons } = admit(newRequest(startAt, entry.partySize, usable), world);
      return reasons.length === 0;
    })
    .slice(0, MAX_ROOM)
    .map((startAt) => suggestion(startAt, zone));
}
