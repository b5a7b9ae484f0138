import { z } from "zod";
import type { Admission, AdmissionRequest } from "../domain/admission.ts";
import { isCuredByTime } from "../domain/alternatives.ts";
import type { Checked, Reason } from "../domain/errors.ts";
import { newId } from "../domain/ids.ts";
import { normalisePhone } from "../domain/phone.ts";
import {
  NOTE_FIELDS,
  NOTES,
  newReservation,
  notesIn,
  type Reservation,
} from "../domain/reservation.ts";
import type { Source } from "../domain/reservation-states.ts";
import { type ResolvedStart, resolveStart } from "../domain/start.ts";
import type { Warning } from "../domain/warnings.ts";
import { defineTool, type OperationContext } from "./define.ts";
import { type Decision, decideAtDesk } from "./desk/override.ts";
import {
  areaParam,
  brandParam,
  dateParam,
  emailParam,
  nameParam,
  noteParams,
  partySizeParam,
  phoneParam,
  timeParam,
  timestampParam,
  writeParams,
} from "./params.ts";
import { callToConfirm, flagsOf } from "./reservation/admission-flags.ts";
import {
  asDeclined,
  askAboutDuplicate,
  reservationKept,
  wantsRequest,
} from "./reservation/ask-person.ts";
import { exactTwin, possibleDuplicate } from "./reservation/duplicates.ts";
import { exampleText, exampleWrite } from "./reservation/example-records.ts";
import { recordCreation, unchanged } from "./reservation/record-change.ts";
import { nearbyInstant, refuseAll, withinBudget } from "./reservation/refuse.ts";
import { renewTexts } from "./reservation/texts.ts";
import { bookWaitingEntry } from "./reservation/waiting-entry-booked.ts";
import { type WriteResult, writeResultShape } from "./reservation/wire.ts";
import { phoneUsable, worldOf } from "./reservation/world.ts";
import { writeResult, writeText } from "./reservation/write-result.ts";
import { moveTables } from "./seating/move-tables.ts";
import { wantedArea } from "./seating/names.ts";

const NOTES_OF_TOOL = NOTE_FIELDS.filter((field) => NOTES[field].note.create === "tool");

export const createBookingInput = z.strictObject({
  brand: brandParam,
  name: nameParam,
  phone: phoneParam.optional(),
  email: emailParam.optional(),
  numberOfPeople: partySizeParam,
  date: dateParam("Date of the start in the restaurant's time zone"),
  time: timeParam("Wall time of the start in the restaurant's time zone"),
  timestamp: timestampParam.optional(),
  area: areaParam.optional(),
  ...noteParams(NOTES_OF_TOOL, "create").partial().shape,
  notifyCustomer: z
    .boolean()
    .default(true)
    .describe("false: no text is ever sent about this reservation, except a cancellation"),
  requestReview: z
    .boolean()
    .optional()
    .describe("true: a large party is filed as a request that a manager decides (status pending)"),
  ...writeParams,
});
/** Hosts can fill in more note fields than agents. */
type Input = z.infer<typeof createBookingInput> & Parameters<typeof notesIn>[0];

export const createBooking = defineTool({
  name: "create_booking",
  title: "Book a table",
  words: { button: "Book", done: "Booked", history: "Booked" },
  scope: "bookings.write",
  description:
    "Books a table: checks opening hours, seats, kitchen pace, large parties and attendance, and stores the " +
    "reservation. Sends the guest a confirmation SMS unless notifyCustomer is false or no phone is given. When " +
    "refused, the error lists every reason and the nearest times that are free: call again with one of them. " +
    "Leave phone and email out for a walk-in. Pass an idempotencyKey so that a retry cannot book twice.",
  asks: true,
  input: createBookingInput,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  examples: [
    {
      input: {
        name: "Ana Lopez",
        phone: "+12125550123",
        numberOfPeople: 4,
        date: "Friday, November 20, 2026",
        time: "7:30 PM",
        idempotencyKey: "5f0c7c1e-6f0e-4a53-9a3e-0f6f3f0a2b11",
      },
      output: exampleWrite(
        {},
        {
          notifications: [
            exampleText(
              "confirmation",
              1_795_032_000_000,
              "table for 4 booked on Fri Nov 20 at 7:30 PM. Changes? {link} Reply STOP to opt out",
            ),
            exampleText(
              "attendance_ask",
              1_795_134_600_000,
              "coming Fri Nov 20 7:30 PM, table for 4? Reply YES or NO by 4:30 PM that day or {link}",
            ),
            exampleText(
              "follow_up",
              1_795_203_000_000,
              "still coming Fri Nov 20 7:30 PM, table for 4? YES or NO by 4:30 PM that day or {link}",
            ),
          ],
        },
      ),
    },
  ],
  run: create,
  text: writeText,
});

export function create(
  given: Input,
  context: OperationContext,
  atDoor: Partial<Pick<AdmissionRequest, "pinned" | "toleranceMs" | "contactless">> = {},
): WriteResult {
  const { brand, now } = context;
  const kept = reservationKept(context);
  if (kept !== null) return writeResult(unchanged(kept.reservation), context, kept);
  const phone = phoneOf(given, context);
  const number = phone?.ok === true ? phone.phone : null;
  const wish = { date: given.date, time: given.time, timestamp: given.timestamp ?? null };
  const start = resolveStart(wish, brand.settings, now);
  const twin = start.ok ? exactTwin(given, number, start.value.startAt, context) : null;
  if (twin !== null) return writeResult(unchanged(twin.reservation), context, twin);
  const request = { ...requestOf(given, start, number, phone !== null, context), ...atDoor };
  const { admission, reason, notifications } = decide(request, start, phone, given, context);
  const made = reservationOf(given, number, request, admission, context);
  askAboutDuplicate(made, context);
  const warnings: Warning[] = [
    ...(start.ok ? start.value.warnings : []),
    ...(phone?.ok === true && phone.warning !== null ? [phone.warning] : []),
    ...admission.warnings,
    ...possibleDuplicate(made, context),
    ...callToConfirm(admission),
  ];
  const reservation = recordCreation(made, "create_booking", context, reason);
  moveTables(admission.seat, reservation.id, context);
  const waiting = bookWaitingEntry(reservation, context);
  const usable = request.phoneUsable;
  const texts = renewTexts(null, reservation, { kind: "booked" }, context, usable);
  const result = writeResult({ reservation, changed: true, waitlist: null }, context, {
    ...texts,
    phoneUsable: usable,
    seat: admission.seat,
    warnings: [...warnings, ...waiting, ...texts.warnings],
    notifications: [...texts.notifications, ...notifications],
  });
  return context.dryRun ? { ...result, reservation: { ...result.reservation, id: null } } : result;
}

function phoneOf({ phone }: Input, { brand }: OperationContext) {
  return phone === undefined ? null : normalisePhone(phone, brand.settings.defaultCountry);
}

function requestOf(
  given: Input,
  start: Checked<ResolvedStart>,
  phone: string | null,
  phoneGiven: boolean,
  context: OperationContext,
): AdmissionRequest {
  const area = wantedArea(given, context);
  return {
    startAt: start.ok ? start.value.startAt : nearbyInstant(start.reason, context.now),
    partySize: given.numberOfPeople,
    contactless: !phoneGiven && given.email === undefined,
    // An unreadable phone is already a reason to refuse. "yes" prevents a second reason.
    phoneUsable: phoneGiven && phone === null ? "yes" : phoneUsable(phone, context),
    silent: !given.notifyCustomer,
    reviewAsked: given.requestReview === true,
    area: area.ok ? area.value : null,
    present: null,
  };
}

function decide(
  request: AdmissionRequest,
  start: Checked<ResolvedStart>,
  phone: ReturnType<typeof phoneOf>,
  given: Input,
  context: OperationContext,
): Decision {
  const own = phone?.ok === true ? { phone: phone.phone } : {};
  const world = worldOf(context, own);
  const decision = decideAtDesk(request, own, world, context);
  const { admission } = decision;
  const reasons: Reason[] = [];
  if (phone?.ok === false) reasons.push(phone.reason);
  const area = wantedArea(given, context);
  if (!area.ok) reasons.push(area.reason);
  if (start.ok) reasons.push(...admission.reasons);
  else reasons.push(start.reason, ...admission.reasons.filter(appliesAtAnyTime));
  const wanted = wantsRequest(reasons, request, world, context);
  if (wanted === true) {
    return decide({ ...request, reviewAsked: true }, start, phone, given, context);
  }
  const [first, ...others] = wanted === false ? asDeclined(reasons) : reasons;
  if (first === undefined) return decision;
  const inside = withinBudget(world, context);
  const refusal = refuseAll([first, ...others], admission.retryAt, request, inside);
  if (!start.ok || phone?.ok === false) throw refusal;
  // Warn of a duplicate: an earlier call, whose answer was lost, may have booked this party.
  const made = reservationOf(given, phone?.phone ?? null, request, admission, context);
  throw refusal.with(possibleDuplicate(made, context));
}

const appliesAtAnyTime = (reason: Reason): boolean =>
  !isCuredByTime([reason]) && reason.code !== "PARTY_EXCEEDS_PACE";

function reservationOf(
  given: Input,
  phone: string | null,
  request: AdmissionRequest,
  admission: Admission,
  context: OperationContext,
): Reservation {
  const { brand, now, random, caller } = context;
  const { endAt, service, status, attendance } = admission;
  return newReservation(
    {
      ...notesIn(given),
      id: newId(now, random),
      name: given.name,
      phone,
      email: given.email ?? null,
      partySize: given.numberOfPeople,
      startAt: request.startAt,
      endAt,
      status,
      attendance: attendance.attendance,
      notifyCustomer: given.notifyCustomer,
      source: sourceOf(context),
      flags: flagsOf(admission),
      tables: admission.seat?.tables ?? [],
      area: request.area ?? null,
    },
    { brand, service, now, by: caller.principal },
  );
}

function sourceOf({ caller, desk }: OperationContext): Source {
  if (desk !== undefined) return "dashboard";
  return caller.kind === "system" ? "import" : "tool";
}
