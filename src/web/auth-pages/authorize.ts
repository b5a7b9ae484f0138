import { browserHash } from "../../auth/browser.ts";
import { headAnswer, seeOther } from "./answers.ts";
import { consentPath } from "./consent.tsx";
import {
  noOAuthHere,
  refusedConnection,
  stoppedConnection,
  unreadableForm,
} from "./message-pages.tsx";
import type { Visit } from "./visit.ts";

/** The authorization endpoint (RFC 6749, section 3.1). */
export async function authorize(visit: Visit): Promise<Response> {
  const { desk, request, browser } = visit;
  if (desk.oauth === null) return noOAuthHere(desk.origin);
  // Link checkers send HEAD, which must not use up a pushed request (RFC 9126).
  if (request.method === "HEAD") return headAnswer();
  const outcome = await desk.oauth.authorize(request, browserHash(browser.secrets[0]));
  if (outcome.kind === "refused") return refusedConnection(outcome);
  if (outcome.kind === "stopped") return stoppedConnection(outcome);
  return seeOther(outcome.kind === "redirect" ? outcome.location : consentPath(outcome.requestId));
}

const LONGEST_QUERY = 8000;

/** Redirects, because a browser sends our cookies with the next GET, but not with a form of the app's site. */
export async function authorizeByForm(_: Visit, fields: URLSearchParams): Promise<Response> {
  const query = fields.toString();
  if (query.length > LONGEST_QUERY) return unreadableForm();
  return seeOther(`/authorize?${query}`);
}
