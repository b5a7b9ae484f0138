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
  switch (mode) {
    case "allow":
      return { reasons: [], warnings: [largeWarning(partySize, from, "accepted and flagged")] };
    case "refuse":
      return {
        reasons: [review(partySize, from, "The restaurant decides about those itself")],
        warnings: [],
      };
    case "pending":
      return requestReview(request, world, from);
  }
}

function requestReview(request: AdmissionRequest, world: AdmissionWorld, from: number): Verdict {
  const { partySize, startAt, present } = request;
  if (present !== null && partySize > present.partySize) {
    const why =
      "An existing reservation cannot be enlarged to that without the restaurant's approval";
    return { reasons: [review(partySize, from, why)], warnings: [] };
  }
  if (startAt < world.now + REVIEW_HOURS * HOUR) {
    const why = `Requests are looked at until ${REVIEW_HOURS} hours before the start, so it is too late for this one`;
    return { reasons: [review(partySize, from, why)], warnings: [] };
  }
  if (present !== null) return { reasons: [], warnings: [] };
  return {
    reasons: [],
    warnings: [largeWarning(partySize, from, "kept as a request until the restaurant approves it")],
  };
}

function review(partySize: number, from: number, why: string): Reason {
  return {
    code: "LARGE_PARTY_REVIEW",
    message: `A party of ${partySize} counts as large here (from ${from} people). ${why}. Have the guest call.`,
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
