import type { DeskVisit } from "../desk-visit.ts";

/**
 * The secret that this page shows; null: it was shown before. A page that refreshes itself, and
 * whoever only asks what would be sent, do not use it up.
 */
export function secretOf({ request, secrets, signedIn, url }: DeskVisit): string | null {
  if (request.method !== "GET" || request.headers.has("x-live")) return null;
  return secrets.take(signedIn.sessionId, url.pathname);
}
