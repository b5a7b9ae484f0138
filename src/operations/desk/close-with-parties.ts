import { z } from "zod";
import { servicesOn } from "../../domain/calendar.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, closingNoteParam, dateParam, serviceParam, writeParams } from "../params.ts";
import {
  closedPartyShape,
  isClosedOut,
  partiesParam,
  settleParties,
  textOf,
  wireParty,
} from "./close-parties.ts";
import { changeHours } from "./closed-day.ts";
import { reservationsOf } from "./day-sheet.ts";

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Service date"),
  service: serviceParam.optional().describe("The service to close; left out: the whole day"),
  note: closingNoteParam.optional(),
  keepHours: z
    .boolean()
    .default(false)
    .describe("Keeps the hours and settles the parties that are already outside them"),
  reopen: z.boolean().default(false).describe("Restores the hours that the date had before"),
  parties: partiesParam,
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  date: z.string(),
  service: z.string().nullable(),
  closed: z.boolean().describe("True if no service is left on that date"),
  concerned: z
    .array(closedPartyShape)
    .describe("Parties booked at times that are now closed, with what was done about each"),
  cancelled: z
    .array(closedPartyShape)
    .describe("Parties cancelled by an earlier closing of the date"),
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(z.strictObject({ message: z.string() })),
});
export type Closing = z.infer<typeof output>;

/**
 * Reopening a day restores no cancelled party. Errors: INVALID_INPUT for an unknown service, NOT_FOUND
 * for an unknown party.
 */
export const closeWithParties = defineOperation<Input, Closing>({
  name: "close_with_parties",
  title: "Close a day and settle its parties",
  scope: "bookings.write",
  role: "manager",
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [{ input: { date: "Friday, December 25, 2026", note: "Christmas" } }],
  run: close,
});

function close(given: Input, before: OperationContext): Closing {
  const { date, parties } = given;
  const hoursChanged = !given.keepHours && changeHours(given, before);
  const { slug } = before.brand;
  // Use the new hours, so that the waitlist gets no offers for times that are now closed.
  const context = { ...before, brand: before.stores.brands.get(slug) ?? before.brand };
  const earlier = reservationsOf(date, context).filter((one) => isClosedOut(one, context));
  const results = given.reopen ? [] : settleParties(date, parties, context);
  return {
    date,
    service: given.service ?? null,
    closed: servicesOn(context.brand.settings, date).closed,
    concerned: results.map(({ party }) => party),
    cancelled: earlier.map((one) => wireParty(one, "cancelled", textOf(one, context), context)),
    changed: hoursChanged || results.some(({ changed }) => changed),
    dryRun: context.dryRun,
    warnings: results.flatMap(({ warnings }) => warnings).map((message) => ({ message })),
  };
}
