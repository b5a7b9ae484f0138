import { browserHash } from "../../auth/browser.ts";
import { lookAhead, seeOther } from "./answers.ts";
import { consentPath } from "./consent.tsx";
import {
  noOAuthHere,
  refusedConnection,
  stoppedConnection,
  unreadableForm,
} from "./message-pages.tsx";
import type { Visit } from "./visit.ts";

/**
 * The authorization endpoint as browsers reach it (RFC 6749, section 3.1): on to the page of the
 * request, back to the client, or, where nobody may be sent anywhere, a page of ours.
 */
export async function authorize(visit: Visit): Promise<Response> {
  const { desk, request, browser } = visit;
  if (desk.oauth === null) return noOAuthHere(desk.origin);
  // Programs look at links with HEAD before people follow them, and a pushed request is good once.
  if (request.method === "HEAD") return lookAhead();
  const outcome = await desk.oauth.authorize(request, browserHash(browser.secrets[0]));
  if (outcome.kind === "refused") return refusedConnection(outcome);
  if (outcome.kind === "stopped") return stoppedConnection(outcome);
  return seeOther(outcome.kind === "redirect" ? outcome.location : consentPath(outcome.requestId));
}

/** What fits into an address everywhere. */
const LONGEST_QUERY = 8000;

/**
 * The same as a form of the client's own site. A browser sends such a request without our cookies,
 * so it is turned into the GET that brings them.
 */
export async function authorizeByForm(_: Visit, fields: URLSearchParams): Promise<Response> {
  const query = fields.toString();
  if (query.length > LONGEST_QUERY) return unreadableForm();
  return seeOther(`/authorize?${query}`);
}
