import { type Reason, reason } from "./errors.ts";
import { memoize } from "./memoize.ts";
import { lastSendTime, nextSendTime } from "./quiet-hours.ts";
import type { AttendanceState } from "./reservation-states.ts";
import type { AttendanceSettings, BrandSettings } from "./settings.ts";
import { HOUR } from "./time.ts";

export type AttendanceRules = Pick<BrandSettings, "attendance" | "quietHours" | "timeZone">;

/** None of the times is in quiet hours. */
export interface AskPlan {
  readonly askAt: number;
  /** Null if there is no time for a follow-up. */
  readonly followUpAt: number | null;
  readonly deadlineAt: number;
}

/** The times are null unless `attendance` is `pending`. */
export interface AttendanceDecision {
  readonly attendance: AttendanceState;
  /** True if the guest cannot be asked by text, so that a person should call. */
  readonly callToConfirm: boolean;
  /** If set, the reservation is refused. */
  readonly reason: Reason | null;
  readonly askAt: number | null;
  readonly followUpAt: number | null;
  readonly deadlineAt: number | null;
}

/** `country`: the brand does not text the phone's country, or texts to the phone are too expensive. */
export type PhoneUsable = "yes" | "no_phone" | "opted_out" | "country";

const MIN_ANSWER_TIME = HOUR;

const NOT_ASKED: AttendanceDecision = {
  attendance: "not_required",
  callToConfirm: false,
  reason: null,
  askAt: null,
  followUpAt: null,
  deadlineAt: null,
};
const CALL: AttendanceDecision = { ...NOT_ASKED, callToConfirm: true };

/** Whether and when to ask the guest by text whether they will come (rules T2 to T4). */
export function decideAttendance(request: {
  readonly settings: AttendanceRules;
  readonly now: number;
  readonly startAt: number;
  readonly partySize: number;
  readonly large: boolean;
  readonly walkIn: boolean;
  readonly here?: boolean;
  readonly silent: boolean;
  readonly phoneUsable: PhoneUsable;
  /** True if the guest was asked before a move. They are then asked again, even at short notice. */
  readonly asked?: boolean;
}): AttendanceDecision {
  const { settings, now, startAt, partySize } = request;
  if (request.walkIn || request.here === true) return NOT_ASKED;
  if (request.silent) return settings.attendance.enabled || request.large ? CALL : NOT_ASKED;
  if (!isRequired(request)) return NOT_ASKED;
  if (request.phoneUsable !== "yes") {
    const callable = request.phoneUsable === "country";
    if (callable || partySize < settings.attendance.phoneRequiredFrom) return CALL;
    return { ...NOT_ASKED, reason: contactRequired(settings.attendance, request) };
  }
  const plan = planAsks({ settings, now, startAt });
  return plan === null ? CALL : { ...NOT_ASKED, attendance: "pending", ...plan };
}

function isRequired(request: {
  readonly settings: AttendanceRules;
  readonly now: number;
  readonly startAt: number;
  readonly partySize: number;
  readonly large: boolean;
  readonly asked?: boolean;
}): boolean {
  const { enabled, fromParty, minLeadHours } = request.settings.attendance;
  const inTime = request.startAt - request.now >= minLeadHours * HOUR || request.asked === true;
  return request.large || (enabled && inTime && request.partySize >= fromParty);
}

function contactRequired(
  settings: AttendanceSettings,
  request: { readonly partySize: number; readonly phoneUsable: PhoneUsable },
): Reason {
  return reason("ATTENDANCE_CONTACT_REQUIRED", {
    numberOfPeople: request.partySize,
    phoneRequiredFrom: settings.phoneRequiredFrom,
    say: { optedOut: request.phoneUsable === "opted_out" },
  });
}

/** Null if the guest would have less than an hour to answer. */
export function planAsks(request: {
  readonly settings: AttendanceRules;
  readonly now: number;
  readonly startAt: number;
}): AskPlan | null {
  const { now, startAt, settings } = request;
  const inTime = planInTime(startAt, settings);
  // Until the earlier of `askAt` and `usualAt`, the plan is the same for every `now`.
  const usualAt = startAt - settings.attendance.askHoursBefore * HOUR;
  if (inTime !== null && now <= inTime.askAt && now <= usualAt) return inTime;
  return planFrom(now, startAt, settings);
}

const planInTime = memoize((startAt: number, settings: AttendanceRules) =>
  planFrom(Number.NEGATIVE_INFINITY, startAt, settings),
);

function planFrom(now: number, startAt: number, settings: AttendanceRules): AskPlan | null {
  const { attendance, quietHours, timeZone } = settings;
  const onTimeOrBefore = (at: number): number => lastSendTime(quietHours, at, timeZone);
  const wished = Math.max(now, startAt - attendance.askHoursBefore * HOUR);
  const { dueAt, deadlineAt } = followUpAt(startAt, settings);
  const latest = deadlineAt - MIN_ANSWER_TIME;
  // If the settings leave little time, the third choice asks earlier than they say.
  const choices = [
    () => onTimeOrBefore(wished),
    () => nextSendTime(quietHours, wished, timeZone),
    () => onTimeOrBefore(latest),
  ];
  const askAt = firstBetween(now, latest, choices);
  if (askAt === null) return null;
  const inOrder = askAt < dueAt && dueAt < deadlineAt;
  return { askAt, followUpAt: inOrder ? dueAt : null, deadlineAt };
}

/** The caller must drop a follow-up that is due at the deadline or later. */
export function followUpAt(
  startAt: number,
  { attendance, quietHours, timeZone }: AttendanceRules,
): { readonly dueAt: number; readonly deadlineAt: number } {
  const before = (hours: number): number =>
    lastSendTime(quietHours, startAt - hours * HOUR, timeZone);
  return {
    dueAt: before(attendance.remindHoursBefore),
    deadlineAt: before(attendance.deadlineHoursBefore),
  };
}

function firstBetween(from: number, to: number, instants: readonly (() => number)[]) {
  for (const instant of instants) {
    const at = instant();
    if (from <= at && at <= to) return at;
  }
  return null;
}
