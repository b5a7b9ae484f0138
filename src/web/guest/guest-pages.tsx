/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { createAttemptLimit } from "../../auth/attempt-limit.ts";
import { LINK_PATHS, LINK_TOKEN, type LinkKind } from "../../domain/guest-link.ts";
import type { Clock } from "../../domain/ids.ts";
import {
  type Closed,
  GUEST_ACTIONS,
  type GuestAction,
  type GuestDesk,
} from "../../operations/guest/guest-desk.ts";
import type { GuestView } from "../../operations/guest/guest-view.ts";
import { guestWords } from "../../words/guest.ts";
import { methodNotAllowed } from "../errors.ts";
import { withBoundedBody } from "../request-body.ts";
import { calendarAnswer, pageAnswer, seeOther } from "./answers.ts";
import { closedPage, formPage, languageOf, patiencePage } from "./closed-pages.tsx";
import { Said } from "./contact.tsx";
import { offerPage } from "./offer-page.tsx";
import { reservationPage } from "./reservation-page.tsx";

const CALENDAR = "calendar.ics";

/** Answers a request for one of `GUEST_PATHS`; `address` is the client's, for rate limits. */
export type GuestPages = (request: Request, address: string) => Promise<Response>;

/**
 * Routes of the guest pages. The first two also catch links that were cut short or lengthened, so
 * that the guest sees a page. Metrics count an answer under the last pattern that matches, so the
 * narrower ones come last.
 */
export const GUEST_PATHS = [
  `${LINK_PATHS.offer}*`,
  `${LINK_PATHS.reservation}*`,
  `${LINK_PATHS.offer}:token`,
  `${LINK_PATHS.reservation}:token`,
  `${LINK_PATHS.reservation}:token/${CALENDAR}`,
] as const;

/** The path without its token, for the log. */
export const withoutToken = (path: string): string =>
  path.replace(/^\/([or])\/[^/]+/, "/$1/:token");

/** How often one link may be opened: far more often than any guest does. */
const PER_LINK = { burst: 60, refillMs: 2000 };
/** How many links that do not exist one address may try. */
const GUESSES = { burst: 30, refillMs: 3000 };
/** Two short fields. */
const BODY_LIMIT = 1024;

/** The pages behind the links in texts. Only POST acts: messengers open links on their own. */
export function createGuestPages({
  desk,
  clock,
}: Readonly<{ desk: GuestDesk; clock: Clock }>): GuestPages {
  const perLink = createAttemptLimit(clock, PER_LINK);
  const guesses = createAttemptLimit(clock, GUESSES);
  const tooOften = (seconds: number, request: Request): Promise<Response> =>
    pageAnswer(patiencePage(seconds, languageOf(request)), 429, { "Retry-After": String(seconds) });
  const closed = (link: Closed, request: Request, address: string): Promise<Response> => {
    if (link.kind === "expired") return pageAnswer(closedPage("expired", link.language), 410);
    const wait = guesses.fail(address);
    if (wait !== null) return tooOften(wait, request);
    return pageAnswer(closedPage("unknown", languageOf(request)), 404);
  };

  return async (request, address) => {
    const path = new URL(request.url).pathname;
    const [, first, token = "", ...file] = path.split("/");
    const kind: LinkKind = first === "o" ? "offer" : "reservation";
    const whole = file.length === 0;
    const calendar = kind === "reservation" && file.join("/") === CALENDAR;
    const unknown = () => closed({ kind: "unknown" }, request, address);
    if (!LINK_TOKEN.test(token) || !(whole || calendar)) return unknown();
    const wait = perLink.fail(token);
    if (wait !== null) return tooOften(wait, request);
    if (request.method === "GET" || request.method === "HEAD") {
      const view = desk.look(kind, token);
      if (view.kind === "unknown" || view.kind === "expired") return closed(view, request, address);
      if (whole) return pageAnswer(pageOf(view, token, null), 200);
      return view.kind === "reservation" ? calendarAnswer(view) : unknown();
    }
    if (request.method !== "POST" || !whole) {
      const methods = whole ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
      return methodNotAllowed(request.method, withoutToken(path), methods);
    }
    const form = await withBoundedBody(request, BODY_LIMIT);
    const pressed = form === null ? null : await pressedButton(form);
    if (pressed === null) {
      return pageAnswer(formPage(languageOf(request)), form === null ? 413 : 400);
    }
    const acted = await desk.act(kind, token, pressed.action, pressed.revision);
    if (acted.kind !== "acted") return closed(acted, request, address);
    // Redirect, so that reloading the page does not send the form again.
    if (acted.outcome === "done") return seeOther(path);
    const { outcomes } = guestWords(acted.view.language).pages;
    const notice = <Said text={outcomes[acted.outcome]} view={acted.view} />;
    return pageAnswer(pageOf(acted.view, token, notice), 409);
  };
}

const pageOf = (view: GuestView, token: string, notice: Child) =>
  view.kind === "offer"
    ? offerPage(view, notice)
    : reservationPage(view, notice, `${LINK_PATHS.reservation}${token}/${CALENDAR}`);

/** The button and the revision of the page that it was on; null: not one of our forms. */
async function pressedButton(
  request: Request,
): Promise<{ readonly action: GuestAction; readonly revision: number } | null> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return null;
  const form = new URLSearchParams(await request.text());
  const action = GUEST_ACTIONS.find((one) => one === form.get("action"));
  const revision = Number(form.get("revision") ?? Number.NaN);
  return action === undefined || !Number.isSafeInteger(revision) ? null : { action, revision };
}
