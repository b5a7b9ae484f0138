import { z } from "zod";
import type { Admission, AdmissionRequest } from "../domain/admission.ts";
import { isAlertMark } from "../domain/alerts.ts";
import { alternatives } from "../domain/alternatives.ts";
import {
  accepted,
  type Checked,
  type DomainError,
  type Reason,
  refusal,
} from "../domain/errors.ts";
import { NOTE_FIELDS, notesIn, type Reservation } from "../domain/reservation.ts";
import type { StoredFlag } from "../domain/reservation-states.ts";
import { type ResolvedStart, resolveStart } from "../domain/start.ts";
import { cutToMinute, DAY, dateOf, timeOf } from "../domain/time.ts";
import { invalidTransition } from "../domain/transitions.ts";
import { changedLines } from "../words/en/agent/answers.ts";
import { defineTool, type OperationContext } from "./define.ts";
import { decideAtDesk } from "./desk/override.ts";
import {
  areaParam,
  brandParam,
  dateParam,
  noteParams,
  notifyParam,
  partySizeParam,
  reservationIdParam,
  timeParam,
  timestampParam,
  writeParams,
} from "./params.ts";
import { callToConfirm, flagsOf } from "./reservation/admission-flags.ts";
import {
  type ChangeResult,
  changeResultShape,
  changesBetween,
} from "./reservation/changes-between.ts";
import { possibleDuplicate } from "./reservation/duplicates.ts";
import { exampleText, exampleWrite } from "./reservation/example-records.ts";
import { mayStillCome } from "./reservation/move-reservation.ts";
import { notToldLine, withNotTold } from "./reservation/not-told.ts";
import { type Changes, recordChange, withOverLimit } from "./reservation/record-change.ts";
import { nearbyInstant, orRefuse, refuseAll, withinBudget } from "./reservation/refuse.ts";
import { renewTexts } from "./reservation/texts.ts";
import { bookWaitingEntry } from "./reservation/waiting-entry-booked.ts";
import { phoneUsable, presentStay, worldOf } from "./reservation/world.ts";
import { findReservation, writeResult, writeTextWith } from "./reservation/write-result.ts";
import { moveTables, tablesFound } from "./seating/move-tables.ts";
import { wantedArea } from "./seating/names.ts";
import { takeTables, tooFewSeats } from "./seating/take-tables.ts";

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  numberOfPeople: partySizeParam.optional(),
  date: dateParam("New date; without a time, the wall time stays").optional(),
  time: timeParam("New wall time; without a date, the date stays").optional(),
  timestamp: timestampParam.optional(),
  area: areaParam.optional(),
  ...noteParams(NOTE_FIELDS, "update").partial().shape,
  notifyCustomer: notifyParam.optional(),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const MUTABLE = ["numberOfPeople", "date", "time", "timestamp", "area", ...NOTE_FIELDS] as const;

export const updateBooking = defineTool({
  name: "update_booking",
  title: "Change a reservation",
  words: { button: "Move or resize", done: "changed", history: "Changed" },
  scope: "bookings.write",
  description:
    "Moves a reservation to another date or time, changes its party size or area, or replaces its notes; pass at least " +
    "one of these. A move or a larger party is checked like a new booking, and a refusal lists times that are free. " +
    "Seats that become free are offered to waiting guests by SMS. The guest gets an SMS about a new time or size only if " +
    "the restaurant has switched this on (never with notifyCustomer: false). After a move, the guest is asked again to " +
    "confirm. Name, phone and e-mail cannot be changed here.",
  input,
  output: changeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [
    {
      input: { id: "01a1f03ea60027935d40f69e", time: "8:15 PM" },
      output: {
        ...exampleWrite(
          {
            time: "8:15 PM",
            timestamp: 1_795_223_700_000,
            endTimestamp: 1_795_230_000_000,
            updatedAt: 1_795_104_000_000,
            revision: 2,
          },
          {
            notifications: [
              exampleText(
                "attendance_ask",
                1_795_137_300_000,
                "coming Fri Nov 20 8:15 PM, table for 4? Reply YES or NO by 5:15 PM that day or {link}",
              ),
              exampleText(
                "follow_up",
                1_795_205_700_000,
                "still coming Fri Nov 20 8:15 PM, table for 4? YES or NO by 5:15 PM that day or {link}",
              ),
            ],
            waitlist: { willRun: true, waiting: 0 },
          },
        ),
        changes: [{ field: "time", from: "7:30 PM", to: "8:15 PM" }],
        notTold: "The guest gets no text about this change: this restaurant sends no change texts.",
      },
    },
  ],
  run: changeBooking,
  text: (result, context) =>
    writeTextWith([...changedLines(result), ...notToldLine(result)], result, context),
});

export const freeTimesFor = (before: Reservation, context: OperationContext) =>
  alternatives(
    requestOf(before, before.startAt, before.partySize, context),
    withinBudget(worldOf(context, before), context),
  ).suggestions;

export function changeBooking(given: Input, context: OperationContext): ChangeResult {
  const before = findReservation(given.id, context);
  if (MUTABLE.every((field) => given[field] === undefined)) {
    throw refusal("NOTHING_TO_UPDATE", { id: given.id, fields: MUTABLE });
  }
  const wanted = given.area === undefined ? accepted(before.area) : wantedArea(given, context);
  const unknownArea = wanted.ok ? [] : [wanted.reason];
  const resolved = newStart(given, before, context);
  if (!resolved.ok) {
    // If the reservation cannot be moved at all, say that first.
    checkState(before, { moved: true, resized: false }, context);
    throw refuseStart([resolved.reason, ...unknownArea], given, before, context);
  }
  const start = resolved.value;
  const partySize = given.numberOfPeople ?? before.partySize;
  const moved = start.startAt !== before.startAt;
  const resized = partySize !== before.partySize;
  const area = wanted.ok ? wanted.value : before.area;
  const elsewhere = !wanted.ok || area !== before.area;
  checkState(before, { moved, resized: resized || elsewhere }, context);
  const notes = notesIn(given);
  if (!moved && !resized && !elsewhere) {
    const result = writeResult(recordChange(before, notes, "update_booking", context), context);
    return { ...result, changes: changesBetween(before, result, context), notTold: null };
  }
  const request = { ...requestOf(before, start.startAt, partySize, context), area };
  // Moving a reservation also accepts the guest's waitlist offer (bookWaitingEntry), so the move may use the
  // seats that the offer holds. A change that keeps the start does not accept the offer.
  const own = moved ? before : { id: before.id };
  const world = worldOf(context, own);
  const decision = decideAtDesk(request, own, world, context);
  const reasons = [...unknownArea, ...decision.admission.reasons];
  const admission = orRefuse({ ...decision.admission, reasons }, request, world, context);
  const changed = { ...notes, ...stayChanges(before, request, admission, moved, context) };
  const sits = before.status === "seated";
  const tooFew = sits ? tooFewSeats({ ...before, ...changed }, context) : [];
  const changes = tooFew.length > 0 ? withOverLimit(before, changed) : changed;
  const change = recordChange(before, changes, "update_booking", context, decision.reason);
  moveTables(admission.seat, before.id, context);
  const taken = sits ? takeTables(change.reservation, false, context) : null;
  const { phoneUsable: usable } = request;
  const unsaid = given.notifyCustomer === false;
  const texts = renewTexts(
    before,
    change.reservation,
    { kind: "changed", unsaid },
    context,
    usable,
  );
  const warnings = [
    ...start.warnings,
    ...admission.warnings,
    ...tooFew,
    ...(taken?.warnings ?? []),
    ...(moved ? possibleDuplicate(change.reservation, context) : []),
    ...(moved ? bookWaitingEntry(change.reservation, context) : []),
    ...(moved ? callToConfirm(admission) : []),
    ...texts.warnings,
  ];
  const result = writeResult(change, context, {
    ...texts,
    seat: admission.seat ?? taken?.seat ?? null,
    warnings,
    notifications: [...texts.notifications, ...decision.notifications],
  });
  const told = withNotTold(result, "changed", unsaid, context);
  return { ...told, changes: changesBetween(before, result, context) };
}

/**
 * If neither date nor time changes, keeps the start as it is stored. Computing it again could move it
 * by an hour: when clocks go back, the same wall time occurs twice.
 */
function newStart(
  given: Input,
  before: Reservation,
  { brand, now }: OperationContext,
): Checked<ResolvedStart> {
  const zone = brand.settings.timeZone;
  const present = { date: dateOf(before.startAt, zone), time: timeOf(before.startAt, zone) };
  const date = given.date ?? present.date;
  const time = given.time ?? present.time;
  const same = date === present.date && time === present.time;
  if (same && given.timestamp === undefined) {
    return accepted({ startAt: before.startAt, warnings: [] });
  }
  return resolveStart({ date, time, timestamp: given.timestamp ?? null }, brand.settings, now);
}

function refuseStart(
  [reason, ...others]: readonly [Reason, ...Reason[]],
  given: Input,
  before: Reservation,
  context: OperationContext,
): DomainError {
  const partySize = given.numberOfPeople ?? before.partySize;
  const said = forMove(reason, given, context);
  const meant = said === reason ? nearbyInstant(reason, context.now) : (given.timestamp as number);
  const request = requestOf(before, cutToMinute(meant), partySize, context);
  const world = withinBudget(worldOf(context, before), context);
  return refuseAll([said, ...others], null, request, world);
}

/** If the call gives a timestamp without date and time, TIMESTAMP_MISMATCH advises to pass them too. */
function forMove(
  reason: Reason,
  { date, time, timestamp }: Input,
  { now }: OperationContext,
): Reason {
  if (reason.kind !== "TIMESTAMP_MISMATCH" || reason.timestampReads === null) return reason;
  if (date !== undefined || time !== undefined || timestamp === undefined) return reason;
  if (timestamp < now - DAY || reason.say.mistake !== null) return reason;
  return { ...reason, kind: "TIMESTAMP_MISMATCH.alone" };
}

function requestOf(
  before: Reservation,
  startAt: number,
  partySize: number,
  context: OperationContext,
): AdmissionRequest {
  return {
    startAt,
    partySize,
    contactless: before.phone === null && before.email === null,
    phoneUsable: phoneUsable(before.phone, context),
    silent: !before.notifyCustomer,
    area: before.area,
    present: presentStay(before, context.now),
  };
}

/** Rule S1: a seated party cannot move, and a reservation that is over can change only its notes. */
function checkState(
  before: Reservation,
  { moved, resized }: { readonly moved: boolean; readonly resized: boolean },
  context: OperationContext,
): void {
  switch (before.status) {
    case "booked":
    case "pending":
    case "arrived":
      return;
    case "seated":
      if (moved) throw invalidTransition("update_booking", before, { of: "start" });
      return;
    case "completed":
    case "no_show":
    case "cancelled":
      if (moved || resized) {
        const awaited = mayStillCome(before, context);
        throw invalidTransition("update_booking", before, { awaited, of: "start_or_size" });
      }
  }
}

/** After a move, the guest is asked again to confirm, unless the party has arrived. */
function stayChanges(
  before: Reservation,
  request: AdmissionRequest,
  admission: Admission,
  moved: boolean,
  context: OperationContext,
): Changes {
  const { startAt, partySize } = request;
  const { endAt, service, attendance } = admission;
  const kept: readonly StoredFlag[] = moved ? [] : ["call_to_confirm"];
  const flags = [
    ...before.flags.filter(
      (flag) => flag === "walk_in" || isAlertMark(flag) || kept.includes(flag),
    ),
    ...flagsOf(admission).filter((flag) => flag !== "walk_in" && !kept.includes(flag)),
  ];
  const found = before.status === "seated" ? {} : tablesFound(admission.seat, before, context);
  const seated = { ...found, area: request.area ?? null };
  if (!moved) return { partySize, endAt, flags, ...seated };
  const serviceDate = service?.serviceDate ?? dateOf(startAt, context.brand.settings.timeZone);
  return {
    startAt,
    partySize,
    endAt,
    flags,
    ...seated,
    serviceDate,
    service: service?.name ?? null,
    attendance: before.status === "arrived" ? before.attendance : attendance.attendance,
  };
}
