import type { Reason } from "../errors.ts";
import { MOST_PEOPLE, maxPartySizeOf } from "../settings.ts";
import { HOUR } from "../time.ts";
import type { Warning } from "../warnings.ts";
import type { AdmissionRequest, AdmissionWorld, Verdict } from "./request.ts";

/** A request that somebody must look at needs this much time before the start. */
export const REVIEW_HOURS = 3;

/**
 * Is the party of a size that may be booked without a person looking at it? Errors:
 * PARTY_TOO_LARGE, LARGE_PARTY_REVIEW; warning LARGE_PARTY where it is let through or becomes a
 * request.
 */
export function checkParty(request: AdmissionRequest, world: AdmissionWorld): Verdict {
  const { settings } = world;
  const { partySize } = request;
  const largest = maxPartySizeOf(settings) ?? MOST_PEOPLE;
  if (partySize > largest) {
    const message =
      `A party of ${partySize} is more than this restaurant takes: the largest party is ${largest}. ` +
      "Ask the guest for a smaller party, or to call the restaurant.";
    return {
      reasons: [
        { code: "PARTY_TOO_LARGE", message, numberOfPeople: partySize, maxPartySize: largest },
      ],
      warnings: [],
    };
  }
  const { from, mode } = settings.largeParty;
  if (partySize < from) return { reasons: [], warnings: [] };
  if (request.overruled === true) {
    return { reasons: [], warnings: [largeWarning(partySize, from, "let in by a manager")] };
  }
  if (becomesRequest(request, world)) return requestReview(request, world, from);
  if (mode === "allow") {
    const what = request.present?.pending === true ? KEPT : "accepted and flagged";
    return { reasons: [], warnings: [largeWarning(partySize, from, what)] };
  }
  const why = "The restaurant decides about those itself";
  const cure = request.present === null ? FILE_IT : CHANGE_IT;
  return { reasons: [review(partySize, from, why, world, cure)], warnings: [] };
}

/**
 * Whether a large party is filed as a request: in mode `pending`, or where whoever asks for the
 * restaurant wants it so. A request that is moved stays one.
 */
export function becomesRequest(
  { reviewAsked = false, present }: AdmissionRequest,
  { settings, forGuests = false }: AdmissionWorld,
): boolean {
  const { mode } = settings.largeParty;
  if (mode === "pending") return true;
  if (present !== null) return present.pending && mode === "refuse";
  return reviewAsked && !(mode === "refuse" && forGuests);
}

const KEPT = "kept as a request until the restaurant approves it";
const FILE_IT =
  "Pass requestReview: true to create_booking to file it as a request that a manager decides, or have a manager book it on the Book page.";
const BOOK_IT = "A manager can still book it on the Book page.";
const CHANGE_IT = "A manager can change it in the dashboard.";

function requestReview(request: AdmissionRequest, world: AdmissionWorld, from: number): Verdict {
  const { partySize, startAt, present } = request;
  if (present !== null && partySize > present.partySize) {
    const why =
      "An existing reservation cannot be enlarged to that without the restaurant's approval";
    return { reasons: [review(partySize, from, why, world, CHANGE_IT)], warnings: [] };
  }
  if (startAt < world.now + REVIEW_HOURS * HOUR) {
    const why = `Requests are looked at until ${REVIEW_HOURS} hours before the start, so it is too late for this one`;
    const cure = present === null ? BOOK_IT : CHANGE_IT;
    return { reasons: [review(partySize, from, why, world, cure)], warnings: [] };
  }
  if (present !== null) return { reasons: [], warnings: [] };
  return {
    reasons: [],
    warnings: [largeWarning(partySize, from, KEPT)],
  };
}

/** `cure`: what the restaurant's own callers can do about it; a guest's can only call. */
function review(
  partySize: number,
  from: number,
  why: string,
  { forGuests = false }: AdmissionWorld,
  cure: string,
): Reason {
  return {
    code: "LARGE_PARTY_REVIEW",
    message:
      `A party of ${partySize} counts as large here (from ${from} people). ${why}. ` +
      (forGuests ? "Have the guest call." : cure),
    numberOfPeople: partySize,
    largeFrom: from,
  };
}

function largeWarning(partySize: number, from: number, what: string): Warning {
  return {
    code: "LARGE_PARTY",
    message: `A party of ${partySize} counts as large here (from ${from} people): ${what}.`,
    numberOfPeople: partySize,
    largeFrom: from,
  };
}
