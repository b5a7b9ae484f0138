import { type AdmissionRequest, type AdmissionWorld, admit } from "../../domain/admission.ts";
import { Question } from "../../domain/ask-person.ts";
import type { Reason } from "../../domain/errors.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { likelyDuplicate } from "./duplicates.ts";
import { findReservation } from "./write-result.ts";

/**
 * Whether the person wants to send the restaurant a request for a large party. Null if there is
 * nothing to ask. Throws the Question if the person has not answered it yet.
 */
export function wantsRequest(
  reasons: readonly Reason[],
  request: AdmissionRequest,
  world: AdmissionWorld,
  { person, brand }: OperationContext,
): boolean | null {
  const [only, ...others] = reasons;
  if (person === undefined || only?.kind !== "LARGE_PARTY_REVIEW" || others.length > 0) return null;
  if (only.say.cure !== "request" || request.reviewAsked === true) return null;
  const { review } = person.decided;
  if (review !== undefined) return review;
  if (admit({ ...request, reviewAsked: true }, world).reasons.length > 0) return null;
  const { partySize: numberOfPeople, startAt } = request;
  const zone = brand.settings.timeZone;
  throw new Question({
    about: "review",
    numberOfPeople,
    largeFrom: only.largeFrom,
    startAt,
    zone,
  });
}

export const asDeclined = (reasons: readonly Reason[]): Reason[] =>
  reasons.map((one) =>
    one.kind === "LARGE_PARTY_REVIEW" ? { ...one, say: { ...one.say, cure: "declined" } } : one,
  );

/** The question describes another reservation, so the caller needs `bookings.read`. */
export function askAboutDuplicate(made: Reservation, context: OperationContext): void {
  const { person, brand, caller } = context;
  if (person === undefined || !caller.scopes.includes("bookings.read")) return;
  const other = likelyDuplicate(made, context);
  const { duplicate } = person.decided;
  if (other === null || (duplicate?.of === other.id && duplicate.book)) return;
  const { partySize: numberOfPeople, startAt } = made;
  const zone = brand.settings.timeZone;
  throw new Question({ about: "duplicate", other, numberOfPeople, startAt, zone });
}

export function reservationKept(
  context: OperationContext,
): { readonly reservation: Reservation; readonly warnings: readonly Warning[] } | null {
  const duplicate = context.person?.decided.duplicate;
  if (duplicate === undefined || duplicate.book) return null;
  const reservation = findReservation(duplicate.of, context);
  const kept = warning("POSSIBLE_DUPLICATE.kept", { id: reservation.id });
  return { reservation, warnings: [kept] };
}
