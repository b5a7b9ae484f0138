import { z } from "zod";
import { checkHours } from "../../domain/admission/hours.ts";
import { serviceAt } from "../../domain/calendar.ts";
import { DomainError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { normalisePhone } from "../../domain/phone.ts";
import { dateOf } from "../../domain/time.ts";
import { newEntry } from "../../domain/waitlist.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import {
  brandParam,
  nameParam,
  noteParam,
  partySizeParam,
  phoneParam,
  writeParams,
} from "../params.ts";
import { worldOf } from "../reservation/world.ts";
import { recordEntry } from "../waitlist/record-entry-change.ts";
import { type DoorResult, doorResult, doorResultShape } from "./door-result.ts";
import { doorWaitsFor } from "./door-wait.ts";

const input = z.strictObject({
  brand: brandParam,
  name: nameParam,
  numberOfPeople: partySizeParam,
  phone: phoneParam.describe("Used to text the party when its table is ready").optional(),
  notes: noteParam("Internal notes").optional(),
  quotedMinutes: z
    .int()
    .min(0)
    .max(1440)
    .optional()
    .describe("The wait in minutes that the host told the party; default: the current estimate"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

/** Errors: CLOSED, OUTSIDE_SERVICE, PHONE_INVALID. */
export const addToDoor = defineOperation<Input, DoorResult>({
  name: "add_to_door",
  title: "Put a walk-in on the list at the door",
  words: {
    button: "Add at the door",
    done: "on the list at the door",
    history: "Waits at the door",
  },
  scope: "bookings.write",
  role: "host",
  input,
  output: doorResultShape,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: [{ input: { name: "Ana", numberOfPeople: 2 } }],
  run: add,
});

function add(given: Input, context: OperationContext): DoorResult {
  const { brand, now, random } = context;
  const { settings } = brand;
  const [closed, ...others] = checkHours(now, "walk_in", worldOf(context)).reasons;
  if (closed !== undefined) throw new DomainError([closed, ...others]);
  const phone =
    given.phone === undefined ? null : normalisePhone(given.phone, settings.defaultCountry);
  if (phone?.ok === false) throw new DomainError([phone.reason]);
  const entry = newEntry({
    id: newId(now, random),
    brand: brand.slug,
    kind: "door",
    name: given.name,
    phone: phone?.phone ?? "",
    partySize: given.numberOfPeople,
    date: dateOf(now, settings.timeZone),
    wishedAt: now,
    earliestAt: now,
    latestAt: serviceAt(settings, now)?.closes ?? now,
    replaces: null,
    priority: 0,
    notes: given.notes ?? "",
    quotedMinutes: given.quotedMinutes ?? doorWaitsFor([given.numberOfPeople], context)[0] ?? null,
    source: "dashboard",
    createdAt: now,
  });
  recordEntry(entry, addToDoor.name, context);
  return doorResult(entry, true, context);
}
