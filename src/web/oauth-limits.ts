import { createAttemptLimit, networkOf } from "../auth/attempt-limit.ts";
import { errorResponse, OAuthError } from "../auth/oauth/errors.ts";
import type { Clock } from "../domain/ids.ts";

/** Each method returns null if the request may pass. */
export interface OAuthLimits {
  /** Call it first. The limit is high, because all users of a hosted client share a few addresses. */
  arrived(address: string): Response | null;
  /**
   * Call only after a request was refused, so that a correct request always passes. Otherwise anybody
   * could lock out a client by sending bad requests with its id.
   */
  refused(clientId: string, address: string): Response | null;
}

const ARRIVALS = { burst: 600, refillMs: 50 };
const REFUSALS = { burst: 60, refillMs: 2000 };

export function createOAuthLimits(clock: Clock): OAuthLimits {
  const arrivals = createAttemptLimit(clock, ARRIVALS);
  const refusals = createAttemptLimit(clock, REFUSALS);
  return {
    arrived: (address) => wait(arrivals.take(address), "requests from this address"),
    refused: (clientId, address) =>
      wait(refusals.take(`${clientId}\n${networkOf(address)}`), "refused requests of this client"),
  };
}

function wait(seconds: number | null, what: string): Response | null {
  if (seconds === null) return null;
  return errorResponse(
    new OAuthError("temporarily_unavailable", `Too many ${what}. Try again in ${seconds} s.`, {
      status: 429,
      headers: { "Retry-After": String(seconds) },
    }),
  );
}
