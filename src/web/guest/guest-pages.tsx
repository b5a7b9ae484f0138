/** @jsxImportSource hono/jsx */
import { createAttemptLimit } from "../../auth/attempt-limit.ts";
import { LINK_PATHS, LINK_TOKEN, type LinkKind } from "../../domain/guest-link.ts";
import type { Clock } from "../../domain/ids.ts";
import type { Closed, GuestDesk } from "../../operations/guest/guest-desk.ts";
import type { GuestView } from "../../operations/guest/guest-view.ts";
import { guestWords } from "../../words/guest.ts";
import { methodNotAllowed } from "../errors.ts";
import { calendarAnswer, pageAnswer, seeOther } from "./answers.ts";
import { closedPage, formPage, languageOf, patiencePage } from "./closed-pages.tsx";
import { offerPage } from "./offer-page.tsx";
import { pressedButton } from "./pressed-button.ts";
import { reservationPage } from "./reservation-page.tsx";

const CALENDAR = "calendar.ics";

/** Answers a request for one of `GUEST_PATHS`; `address` is the client's, for limits. */
export type GuestPages = (request: Request, address: string) => Promise<Response>;

/**
 * Where the pages lie, as patterns of the router. The first two are links that were cut short or
 * lengthened on their way: whoever opens one is a guest all the same. The narrower patterns come
 * later, since an answer is counted under the last one that fits.
 */
export const GUEST_PATHS = [
  `${LINK_PATHS.offer}*`,
  `${LINK_PATHS.reservation}*`,
  `${LINK_PATHS.offer}:token`,
  `${LINK_PATHS.reservation}:token`,
  `${LINK_PATHS.reservation}:token/${CALENDAR}`,
] as const;

/** The path of a page without what opens it, for the log. */
export const withoutToken = (path: string): string =>
  path.replace(/^\/([or])\/[^/]+/, "/$1/:token");

/**
 * A link may be opened this often at once, and once more every two seconds: a guest never notices.
 */
const PER_LINK = { burst: 60, refillMs: 2000 };
/** Links that do not exist, by address: whoever tries them is guessing. */
const GUESSES = { burst: 30, refillMs: 3000 };

/**
 * The pages behind the links in texts: GET shows, POST acts, since messengers open links by
 * themselves.
 */
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
    const pressed = await pressedButton(request);
    if (pressed === "too_long") return pageAnswer(formPage(languageOf(request)), 413);
    if (pressed === null) return pageAnswer(formPage(languageOf(request)), 400);
    const acted = await desk.act(kind, token, pressed.action, pressed.revision);
    if (acted.kind !== "acted") return closed(acted, request, address);
    // After a redirect, loading the page again repeats nothing.
    if (acted.outcome === "done") return seeOther(path);
    const { outcomes } = guestWords(acted.view.language).pages;
    return pageAnswer(pageOf(acted.view, token, outcomes[acted.outcome]), 409);
  };
}

const pageOf = (view: GuestView, token: string, notice: string | null) =>
  view.kind === "offer"
    ? offerPage(view, notice)
    : reservationPage(view, notice, `${LINK_PATHS.reservation}${token}/${CALENDAR}`);
