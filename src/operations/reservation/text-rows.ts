import { newId } from "../../domain/ids.ts";
import { type Message, newMessage } from "../../domain/message.ts";
import { lastDigits } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { costOf } from "../../domain/segments.ts";
import type { TemplateKind, WrittenKind } from "../../domain/text-template.ts";
import { renderMessage } from "../../words/guest-texts.ts";
import type { OperationContext } from "../define.ts";
import type { WireNotification } from "./wire.ts";

export interface TextPlan {
  readonly kind: WrittenKind;
  readonly wording?: TemplateKind;
  readonly dueAt: number;
  readonly expiresAt: number;
  readonly deadlineAt?: number;
  /** Makes `uniqueKey` different if the same text is sent again, for example after an undo. */
  readonly again?: number | null;
}

/** `firstText`: true for the first text to a phone, which explains how to opt out. */
export function notificationOf(
  { kind, wording = kind, dueAt, deadlineAt }: TextPlan,
  { phone, name, partySize, startAt }: Reservation,
  { brand, stores }: Pick<OperationContext, "brand" | "stores">,
  firstText: boolean,
): WireNotification {
  const { sample } = stores.guestLinks;
  const body = renderMessage(wording, {
    brand,
    guestName: name,
    partySize,
    at: startAt,
    deadlineAt: deadlineAt ?? null,
    firstText,
    sampleLink: sample,
  });
  return {
    kind,
    recipient: "guest",
    name,
    phone: phone === null ? null : lastDigits(phone),
    body,
    segments: costOf(body, sample),
    dueAt,
    state: "queued",
    why: null,
  };
}

const textKey = ({ kind, again }: TextPlan, { timeRevision }: Reservation): string =>
  `${kind}:${timeRevision}${again == null ? "" : `:${again}`}`;

/** True if neither time nor phone of the reservation changed since the text was written. */
export const isAbout = (
  text: Pick<Message, "timeRevision">,
  { timeRevision }: Pick<Reservation, "timeRevision">,
): boolean => text.timeRevision === timeRevision;

export const textRow = (
  plan: TextPlan,
  { body, segments }: WireNotification,
  reservation: Reservation,
  { now, random, caller }: OperationContext,
): Message =>
  newMessage({
    id: newId(now, random),
    brand: reservation.brand,
    reservationId: reservation.id,
    timeRevision: reservation.timeRevision,
    kind: plan.kind,
    to: reservation.phone ?? "",
    body,
    segments,
    dueAt: plan.dueAt,
    expiresAt: plan.expiresAt,
    uniqueKey: textKey(plan, reservation),
    createdAt: now,
    createdBy: caller.principal,
  });
