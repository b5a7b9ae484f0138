import { lastSendTime } from "../domain/quiet-hours.ts";
import { DAY, HOUR } from "../domain/time.ts";
import { recordNoReply } from "../operations/reservation/machine-changes.ts";
import type { Step } from "./loop.ts";
import { type Machine, sweepStep } from "./sweep.ts";

/** Quiet hours move a deadline forward by less than this. */
const LONGEST_QUIET_MS = 2 * DAY;

/** Notes guests who did not answer by the deadline, so that somebody rings them (booking-rules, attendance). */
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
    dueAt: ({ status, attendance, startAt }, { settings }) => {
      if (status !== "booked" || attendance !== "pending") return null;
      const deadline = startAt - settings.attendance.deadlineHoursBefore * HOUR;
      return lastSendTime(settings.quietHours, deadline, settings.timeZone);
    },
    apply: recordNoReply,
  });
