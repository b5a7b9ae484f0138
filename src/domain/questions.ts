import { followUpAt, planAsks } from "./attendance.ts";
import { nextSendTime } from "./quiet-hours.ts";
import type { Reservation } from "./reservation.ts";
import type { BrandSettings } from "./settings.ts";
import { HOUR } from "./time.ts";

export const QUESTION_KINDS = ["attendance_ask", "follow_up", "reminder"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface Question {
  readonly kind: QuestionKind;
  readonly dueAt: number;
  readonly expiresAt: number;
  readonly deadlineAt?: number;
}

type Asked = Pick<
  Reservation,
  "status" | "attendance" | "startAt" | "phone" | "notifyCustomer" | "flags"
>;
type QuestionSettings = Pick<
  BrandSettings,
  "attendance" | "quietHours" | "timeZone" | "reminderHoursBefore"
>;

const NONE: ReadonlySet<QuestionKind> = new Set();

/** `asked`: the kinds of question for which the reservation already has a text. */
export function questionsOf(
  reservation: Asked,
  settings: QuestionSettings,
  from: number,
  asked = NONE,
): Question[] {
  const { status, phone, notifyCustomer } = reservation;
  if (status !== "booked" || phone === null || !notifyCustomer) return [];
  const planned = [
    ...attendanceQuestions(reservation, settings, from, asked),
    ...reminder(reservation, settings, from),
  ];
  return planned
    .filter(({ kind }) => !asked.has(kind))
    .toSorted((one, other) => one.dueAt - other.dueAt);
}

/** Large parties may be asked even if questions are switched off (rule T2). */
export const mayBeAsked = (
  { flags }: Pick<Asked, "flags">,
  { attendance }: Pick<QuestionSettings, "attendance">,
): boolean => attendance.enabled || flags.includes("large");

function attendanceQuestions(
  { attendance, startAt, flags }: Asked,
  settings: QuestionSettings,
  from: number,
  asked: ReadonlySet<QuestionKind>,
): Question[] {
  if (attendance !== "pending") return [];
  if (!mayBeAsked({ flags }, settings)) return [];
  if (asked.has("attendance_ask")) return followUp(startAt, settings, from);
  const plan = planAsks({ settings, now: from, startAt });
  if (plan === null) return [];
  const { askAt, deadlineAt } = plan;
  const ask: Question = { kind: "attendance_ask", dueAt: askAt, expiresAt: deadlineAt, deadlineAt };
  if (plan.followUpAt === null) return [ask];
  return [ask, { ...ask, kind: "follow_up", dueAt: plan.followUpAt }];
}

function followUp(startAt: number, settings: QuestionSettings, from: number): Question[] {
  const { dueAt, deadlineAt } = followUpAt(startAt, settings);
  if (dueAt < from || dueAt >= deadlineAt) return [];
  return [{ kind: "follow_up", dueAt, expiresAt: deadlineAt, deadlineAt }];
}

function reminder(
  { startAt }: Asked,
  { reminderHoursBefore, quietHours, timeZone }: QuestionSettings,
  from: number,
): Question[] {
  if (reminderHoursBefore === null) return [];
  const dueAt = nextSendTime(quietHours, startAt - reminderHoursBefore * HOUR, timeZone);
  if (dueAt < from || dueAt >= startAt) return [];
  return [{ kind: "reminder", dueAt, expiresAt: startAt }];
}
