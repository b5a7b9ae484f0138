import { type Reason, reason } from "../errors.ts";
import type { LargeParty } from "../reasons/admission.ts";
import { MOST_PEOPLE, maxPartySizeOf } from "../settings.ts";
import { HOUR } from "../time.ts";
import { type Warning, warning } from "../warnings.ts";
import type { AdmissionRequest, AdmissionWorld, Verdict } from "./request.ts";

const REVIEW_HOURS = 3;

export function checkParty(request: AdmissionRequest, world: AdmissionWorld): Verdict {
  const { settings } = world;
  const { partySize } = request;
  const largest = maxPartySizeOf(settings) ?? MOST_PEOPLE;
  if (partySize > largest) {
    const facts = { numberOfPeople: partySize, maxPartySize: largest };
    return { reasons: [reason("PARTY_TOO_LARGE", facts)], warnings: [] };
  }
  const { from, mode } = settings.largeParty;
  if (partySize < from) return { reasons: [], warnings: [] };
  if (request.overruled === true) {
    return { reasons: [], warnings: [largeWarning(partySize, from, "by_manager")] };
  }
  if (becomesRequest(request, world)) return requestReview(request, world, from);
  if (mode === "allow") {
    const what = request.present?.pending === true ? "request" : "flagged";
    return { reasons: [], warnings: [largeWarning(partySize, from, what)] };
  }
  const cure = request.present === null ? "request" : "change";
  return { reasons: [review(request, world, "decides_itself", cure)], warnings: [] };
}

export function becomesRequest(
  { reviewAsked = false, present }: AdmissionRequest,
  { settings, forGuests = false }: AdmissionWorld,
): boolean {
  const { mode } = settings.largeParty;
  if (mode === "pending") return true;
  if (present !== null) return present.pending && mode === "refuse";
  return reviewAsked && !(mode === "refuse" && forGuests);
}

function requestReview(request: AdmissionRequest, world: AdmissionWorld, from: number): Verdict {
  const { partySize, startAt, present } = request;
  const refuse = (why: LargeParty["say"]["why"], cure: LargeParty["say"]["cure"]): Verdict => ({
    reasons: [review(request, world, why, cure)],
    warnings: [],
  });
  if (present !== null && partySize > present.partySize) return refuse("enlarged", "change");
  if (startAt < world.now + REVIEW_HOURS * HOUR) {
    return refuse("too_late", present === null ? "book" : "change");
  }
  if (present !== null) return { reasons: [], warnings: [] };
  return { reasons: [], warnings: [largeWarning(partySize, from, "request")] };
}

const review = (
  { partySize }: AdmissionRequest,
  { settings, forGuests = false }: AdmissionWorld,
  why: LargeParty["say"]["why"],
  cure: LargeParty["say"]["cure"],
): Reason =>
  reason("LARGE_PARTY_REVIEW", {
    numberOfPeople: partySize,
    largeFrom: settings.largeParty.from,
    say: { why, reviewHours: REVIEW_HOURS, cure: forGuests ? "guest_calls" : cure },
  });

/** For a party that is too large for all tables: removes the advice to file a request. */
export const withoutRequest = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.map((one) =>
    one.kind === "LARGE_PARTY_REVIEW" && one.say.cure === "request"
      ? { ...one, say: { ...one.say, cure: "book" } }
      : one,
  );

const largeWarning = (
  numberOfPeople: number,
  largeFrom: number,
  is: "by_manager" | "request" | "flagged",
): Warning => warning("LARGE_PARTY", { numberOfPeople, largeFrom, say: { is } });
