import type { PhoneUsable } from "./attendance.ts";
import type { MessageKind, MessageState } from "./message.ts";
import { nextSendTime } from "./quiet-hours.ts";
import type { Reservation } from "./reservation.ts";
import { isExpected, type StoredFlag, withCallFlag } from "./reservation-states.ts";
import type { BrandSettings } from "./settings.ts";
import { overDirectBudget } from "./sms-budget.ts";
import type { TemplateKind } from "./text-template.ts";
import { HOUR } from "./time.ts";

export type TextCause =
  | {
      readonly kind:
        | "booked"
        /** The guest lost the table for not answering, said yes later and got the table back. */
        | "readmitted"
        | "approved"
        | "corrected"
        /** A request was declined by a manager, or because nobody decided in time. */
        | "declined"
        /** The guest lost the table for not answering. */
        | "released";
    }
  /** The start or the size changed. `unsaid`: the caller wants no text about the change. */
  | { readonly kind: "changed"; readonly unsaid?: boolean }
  /** `guestAsked`: the team cancelled because the guest asked for it. */
  | { readonly kind: "cancelled"; readonly unsaid?: boolean; readonly guestAsked?: boolean }
  /** The restaurant closed the reservation's service. `told`: the manager chose to text the guests. */
  | { readonly kind: "closed"; readonly told: boolean }
  | { readonly kind: "undone"; readonly since: number }
  /** Another reservation replaces this one. `phone`: the phone of the new reservation. */
  | { readonly kind: "replaced"; readonly phone: string };

export interface PastText {
  readonly kind: MessageKind;
  readonly state: MessageState;
  readonly to: string;
  readonly createdAt: number;
  /** True if an earlier attempt may have sent the waiting text. */
  readonly doubtful: boolean;
}

/** What is known about the phone. The counts leave out unsent texts about this reservation. */
export interface PhoneFacts {
  readonly usable: PhoneUsable;
  /** The brand's texts about bookings and changes in the last 24 hours, without cancellations. */
  readonly direct: number;
  /** The brand's cancellations in the last 24 hours. */
  readonly cancelled: number;
}

export interface TextFacts {
  readonly now: number;
  /** `now`, or earlier if the clock may be ahead. A stay that ends by this time is over. */
  readonly endingsAt: number;
  readonly cause: TextCause;
  readonly by: "caller" | "guest" | "system";
  readonly phone: PhoneFacts;
  readonly budgetLeft: boolean;
}

export type WhyNotSent = Exclude<PhoneUsable, "yes"> | "silent" | "budget" | "phone_budget";

type DirectKind = "confirmation" | "update" | "request_received" | "cancellation";

export interface DirectText {
  readonly kind: DirectKind;
  readonly wording: TemplateKind;
  readonly dueAt: number;
  readonly expiresAt: number;
  /** The reservation's revision if the guest may get this kind of text again for the same start. Else null. */
  readonly again: number | null;
  readonly notSent: WhyNotSent | null;
}

export interface TextsAfter {
  readonly withdrawn: readonly MessageKind[];
  readonly text: DirectText | null;
  /** True if a cancellation is left out because no text told the guest of the table (rule T10). */
  readonly untold: boolean;
  /** The reservation's flags, with `call_to_confirm` if the phone got too many texts. */
  readonly flags: readonly StoredFlag[];
}

/** `history`: newest first. For a new reservation, `before` equals `after`. */
export function textsAfter(
  before: Reservation,
  after: Reservation,
  history: readonly PastText[],
  settings: BrandSettings,
  facts: TextFacts,
): TextsAfter {
  const waiting = history.filter(({ state }) => state === "due" || state === "held");
  const past = history.map(asWithdrawn);
  const change: TextChange = { before, after, waiting, past, settings, facts };
  const nothing = {
    withdrawn: waiting.map(({ kind }) => kind),
    text: null,
    untold: false,
    flags: after.flags,
  };
  const wanted = wantedText(change);
  if (wanted === null) return nothing;
  const notSent = whyNotSent(wanted, change);
  if (notSent === null && wanted.kind === "cancellation" && !mustHear(change)) {
    return { ...nothing, untold: true };
  }
  const { now } = facts;
  const text = {
    kind: wanted.kind,
    wording: wanted.wording ?? wanted.kind,
    dueAt: wanted.dueAt ?? now,
    expiresAt: Math.max(after.endAt, now + HOUR),
    again: wanted.again === true ? after.revision : null,
    notSent,
  };
  const flags = notSent === "phone_budget" ? withCallFlag(after.flags) : after.flags;
  return { ...nothing, text, flags };
}

interface TextChange {
  readonly before: Reservation;
  readonly after: Reservation;
  readonly waiting: readonly PastText[];
  readonly past: readonly PastText[];
  readonly settings: BrandSettings;
  readonly facts: TextFacts;
}

interface WantedText {
  readonly kind: DirectKind;
  readonly wording?: TemplateKind;
  readonly again?: boolean;
  readonly dueAt?: number;
}

function wantedText(change: TextChange): WantedText | null {
  const first = firstKind(change.after);
  switch (change.facts.cause.kind) {
    case "booked":
      return { kind: first };
    case "readmitted":
    case "approved":
      return { kind: first, again: true };
    case "changed":
      return afterChange(change);
    case "corrected":
      return afterCorrection(change);
    case "undone":
      return afterUndo(change, change.facts.cause.since);
    case "cancelled":
    case "declined":
    case "released":
    case "closed":
    case "replaced":
      return afterCancellation(change);
  }
}

const isUnsaid = (cause: TextCause): boolean => "unsaid" in cause && cause.unsaid;

const firstKind = ({ status }: Reservation): "confirmation" | "request_received" =>
  status === "pending" ? "request_received" : "confirmation";

/**
 * Replaces an unsent first text. Otherwise sends another text if `updateNotification` is on, or if a text
 * with the old time is being sent now.
 */
function afterChange({
  before,
  after,
  waiting,
  past,
  settings,
  facts,
}: TextChange): WantedText | null {
  const first = firstKind(after);
  const unsentFirst = waiting.some(({ kind }) => kind === first);
  const told = !isUnsaid(facts.cause) && (underWay(past) || settings.updateNotification);
  // An unsent first text is replaced even if the change is `unsaid`.
  if (!unsentFirst && !told) return null;
  // An update would make a request look confirmed, so a request gets its first text again.
  const kind = unsentFirst || after.status === "pending" ? first : "update";
  const again = unsentFirst ? wasSent(past, first) : before.startAt === after.startAt;
  return { kind, again };
}

/** Replaces an unsent first text, or sends the first text to a new phone. */
function afterCorrection({ before, after, waiting, past, facts }: TextChange): WantedText | null {
  const { startAt, phone, notifyCustomer } = after;
  if (!isExpected(after) || startAt <= facts.endingsAt || !notifyCustomer || phone === null)
    return null;
  const kind = firstKind(after);
  const unsent = waiting.some((text) => text.kind === kind);
  if (!unsent && phone === before.phone) return null;
  return { kind, again: unsent && wasSent(past, kind) };
}

/** Sends a text if the guest's last text is no longer true, or if the first text was never sent. */
function afterUndo(change: TextChange, since: number): WantedText | null {
  const { before, after, past, settings } = change;
  if (!isExpected(after) || !after.notifyCustomer) return null;
  const first = firstKind(after);
  const read = past.find(({ to, state }) => to === after.phone && MAY_BE_READ.has(state));
  const toldOff = before.status === "cancelled" && read?.kind === "cancellation";
  const toldBooked =
    before.status === "booked" && after.status === "pending" && wasSent(past, "confirmation");
  const neverTold = !wasSent(past, first) && past.some(({ kind }) => kind === first);
  const moved = before.startAt !== after.startAt || before.partySize !== after.partySize;
  const toldUpdate = moved && wasSent(past, "update") && settings.updateNotification;
  // Even with `updateNotification` off, a text may have named the undone time or size.
  const toldAnew =
    moved &&
    (underWay(past) ||
      past.some(
        ({ kind, state, createdAt }) =>
          (kind === first || kind === "update") && state !== "void" && createdAt >= since,
      ));
  if (toldOff || toldBooked || neverTold || (toldAnew && !toldUpdate)) {
    return { kind: first, again: true };
  }
  return toldUpdate ? { kind: "update", again: true } : null;
}

function afterCancellation(change: TextChange): WantedText | null {
  const { before, after, past, settings, facts } = change;
  const { cause, by, now, endingsAt } = facts;
  const isOver = after.endAt <= endingsAt;
  const wanted = cause.kind === "closed" ? cause.told : settings.cancelNotification;
  if (isOver || isUnsaid(cause) || !(wanted || underWay(past))) return null;
  // The confirmation of the new reservation is enough, unless it goes to another phone.
  const knows = cause.kind === "replaced" && (after.phone === null || after.phone === cause.phone);
  if (knows) return null;
  const wording: TemplateKind =
    cause.kind === "declined" || (cause.kind === "closed" && before.status === "pending")
      ? "request_declined"
      : before.status === "pending"
        ? "request_cancelled"
        : cause.kind === "cancelled" && (by === "guest" || cause.guestAsked === true)
          ? "cancelled_by_guest"
          : "cancellation";
  const unprompted = by === "system" || cause.kind === "closed";
  const dueAt = unprompted ? whenAwake(after, settings, now) : now;
  return { kind: "cancellation", wording, again: true, dueAt };
}

/** The end of quiet hours, because the guest does not expect this text. `now` if they end after the start. */
function whenAwake({ startAt }: Reservation, settings: BrandSettings, now: number): number {
  const awake = nextSendTime(settings.quietHours, now, settings.timeZone);
  return awake < startAt ? awake : now;
}

const COUNTED: ReadonlySet<MessageKind> = new Set(["confirmation", "update", "request_received"]);

function whyNotSent({ kind }: WantedText, change: TextChange): WhyNotSent | null {
  const { after, past, settings, facts } = change;
  const { phone, budgetLeft, by } = facts;
  if (!after.notifyCustomer && kind !== "cancellation") return "silent";
  if (phone.usable !== "yes") return phone.usable;
  if (!budgetLeft) return "budget";
  // A guest's own action is always answered.
  if (by === "guest" || !COUNTED.has(kind)) return null;
  const correcting = toldLast(after, past) !== null;
  return overDirectBudget(settings, phone.direct, correcting) ? "phone_budget" : null;
}

/**
 * Whether the guest must get a cancellation. False if the guest knows of no table: the last text was
 * a cancellation, or the confirmation was never sent, because it was over the budget or expired. If the
 * confirmation was withdrawn before it was sent, true while the phone's budget allows a text (rule T10).
 */
function mustHear({ before, after, past, settings, facts }: TextChange): boolean {
  const { by, phone } = facts;
  // A guest who cancels knows about the table. Guests of silent and imported reservations were told
  // in other ways.
  if (by === "guest" || !after.notifyCustomer || after.source === "import") return true;
  const told = toldLast(after, past);
  if (told !== null) return told !== "cancellation";
  const overtaken = past.some(
    ({ kind, state, to }) => COUNTED.has(kind) && state === "void" && to === after.phone,
  );
  if (overtaken) return !overDirectBudget(settings, phone.direct + phone.cancelled, false);
  // If no text was ever planned, the guest was told in another way. With `call_to_confirm`, the guest
  // was not told: the phone had got too many texts.
  const nothing = past.length === 0 && before.nextQuestionAt === null;
  return nothing && !after.flags.includes("call_to_confirm");
}

/** A waiting text that may have been sent cannot be withdrawn. */
const asWithdrawn = (text: PastText): PastText =>
  text.state === "due" || text.state === "held"
    ? { ...text, state: text.doubtful ? "unknown" : "void" }
    : text;

const MAY_BE_READ: ReadonlySet<MessageState> = new Set([
  "sending",
  "accepted",
  "delivered",
  "unknown",
]);

const wasSent = (past: readonly PastText[], kind: MessageKind): boolean =>
  past.some((text) => text.kind === kind && MAY_BE_READ.has(text.state));

/** True if a text other than a cancellation is being sent: that text can no longer be withdrawn. */
const underWay = (past: readonly PastText[]): boolean =>
  past.some(({ kind, state }) => state === "sending" && kind !== "cancellation");

/** The kind of the last text to the guest's phone. A text that failed counts, too. */
const toldLast = ({ phone }: Reservation, past: readonly PastText[]): MessageKind | null =>
  past.find(({ to, state }) => to === phone && (MAY_BE_READ.has(state) || state === "failed"))
    ?.kind ?? null;
