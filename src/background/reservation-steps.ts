import { lapsesAt } from "../domain/large-party-request.ts";
import { lastSendTime, quietPeriodAt } from "../domain/quiet-hours.ts";
import { DAY, HOUR } from "../domain/time.ts";
import { asSystem } from "../operations/call/acting-as.ts";
import {
  askGuest,
  completeAutomatically,
  declinePending,
  recordNoReply,
  statusSince,
} from "../operations/reservation/machine-changes.ts";
import { freeTablesFor, giveFreeTables, wantsTableAt } from "../operations/seating/free-tables.ts";
import { neededAt, takeTables } from "../operations/seating/take-tables.ts";
import type { Step } from "./loop.ts";
import { type Machine, sweepStep } from "./sweep.ts";

export const questions = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "questions",
    whenWoken: true,
    candidates: (until, limit) => machine.stores.reservations.questionsDue(until, limit),
    dueAt: ({ nextQuestionAt }) => nextQuestionAt,
    apply: askGuest,
  });

/** This long after the end of a stay, the party has surely left. */
const GRACE_MS = 3 * HOUR;

/** Completes seated parties 3 hours after the end of their stay (rule S6). */
export const automaticCompletion = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "automatic_completion",
    candidates: (until, limit) =>
      // Plus 1 ms, because the store excludes the bound itself.
      machine.stores.reservations.seatedEndedBefore(until - GRACE_MS + 1, limit),
    dueAt: ({ status, startAt, endAt, seatedAt }) =>
      status === "seated" && seatedAt !== null
        ? Math.max(endAt, seatedAt + (endAt - startAt)) + GRACE_MS
        : null,
    apply: completeAutomatically,
  });

/** When a party stays too long, gives the next party at its table another table (rule F8). */
export const overstays = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "overstays",
    candidates: (until, limit) => machine.stores.reservations.seatedEndedBefore(until + 1, limit),
    dueAt: (party, brand, now) => neededAt(party, { ...machine, brand, now }),
    apply: (party, context) => void takeTables(party, false, asSystem(context), 0),
  });

/** Gives free tables to parties that need one now (rule F12). */
export const freeTables = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "free_tables",
    candidates: (until, limit) => {
      const { stores, random } = machine;
      return stores.brands
        .list()
        .flatMap((brand) => freeTablesFor(asSystem({ brand, now: until, stores, random })))
        .flatMap(({ party }) => stores.reservations.get(party.id) ?? [])
        .slice(0, limit);
    },
    dueAt: (party, brand) => wantsTableAt(party, { brand }),
    apply: (_party, context) => giveFreeTables(asSystem(context)),
  });

/** Declines requests when the time to decide them is over (rule C22). */
export const pendingRequests = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "pending_requests",
    candidates: (_until, limit) => machine.stores.reservations.pendingOnes(limit),
    dueAt: (reservation) => {
      if (reservation.status !== "pending") return null;
      return lapsesAt(reservation.startAt, statusSince(reservation, machine));
    },
    apply: declinePending,
  });

const LONGEST_QUIET_MS = 2 * DAY;

/** Records that a guest did not answer by the deadline (rule T5). */
export const attendanceDeadline = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "attendance_deadline",
    candidates: (until, limit) => {
      const hours = machine.stores.brands
        .list()
        .map((brand) => brand.settings.attendance.deadlineHoursBefore);
      const latestStart = until + Math.max(0, ...hours) * HOUR + LONGEST_QUIET_MS;
      return machine.stores.reservations.unansweredBefore(latestStart, limit);
    },
    dueAt: ({ status, attendance, startAt }, { settings }, now) => {
      if (status !== "booked" || attendance !== "pending") return null;
      const { quietHours, timeZone } = settings;
      const { deadlineHoursBefore, onNoReply } = settings.attendance;
      const deadlineAt = lastSendTime(quietHours, startAt - deadlineHoursBefore * HOUR, timeZone);
      if (onNoReply === "flag" || deadlineAt > now) return deadlineAt;
      const quiet = quietPeriodAt(quietHours, now, timeZone);
      return quiet === null ? deadlineAt : Math.min(quiet.to, startAt);
    },
    apply: recordNoReply,
  });
