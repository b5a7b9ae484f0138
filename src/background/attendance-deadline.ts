import { lastSendTime, quietPeriodAt } from "../domain/quiet-hours.ts";
import { DAY, HOUR } from "../domain/time.ts";
import { recordNoReply } from "../operations/reservation/machine-changes.ts";
import type { Step } from "./loop.ts";
import { type Machine, sweepStep } from "./sweep.ts";

/** Quiet hours bring a deadline forward by less than this. */
const LONGEST_QUIET_MS = 2 * DAY;

/**
 * Marks guests who did not answer by the deadline, so that somebody calls them, or releases their
 * table if the brand wants that (rule T5). Deadlines are outside quiet hours; if one is noticed
 * late and inside them, no table is released before they end.
 */
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
