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
import { badFormPage, closedPage, languageOf, tooManyPage } from "./closed-pages.tsx";
import { Said } from "./contact.tsx";
import { offerPage } from "./offer-page.tsx";
import { reservationPage } from "./reservation-page.tsx";

const CALENDAR = "calendar.ics";

/** `address`: the client's IP address, for rate limits. */
export type GuestPages = (request: Request, address: string) => Promise<Response>;

/**
 * The first two patterns also match damaged links, so that the guest sees a page. The narrower
 * patterns come last, because metrics use the last match.
 */
export const GUEST_PATHS = [
  `${LINK_PATHS.offer}*`,
  `${LINK_PATHS.reservation}*`,
  `${LINK_PATHS.offer}:token`,
  `${LINK_PATHS.reservation}:token`,
  `${LINK_PATHS.reservation}:token/${CALENDAR}`,
] as const;

export const withoutToken = (path: string): string =>
  path.replace(/^\/([or])\/[^/]+/, "/$1/:token");

const PER_LINK = { burst: 60, refillMs: 2000 };
/** Limit per IP address on requests for links that do not exist. */
const GUESSES = { burst: 30, refillMs: 3000 };
const BODY_LIMIT_BYTES = 1024;

/** A GET request must change nothing, because messengers open links to preview them. */
export function createGuestPages({
  desk,
  clock,
}: Readonly<{ desk: GuestDesk; clock: Clock }>): GuestPages {
  const perLink = createAttemptLimit(clock, PER_LINK);
  const guesses = createAttemptLimit(clock, GUESSES);
  const tooOften = (seconds: number, request: Request): Promise<Response> =>
    pageAnswer(tooManyPage(seconds, languageOf(request)), 429, { "Retry-After": String(seconds) });
  const closed = (link: Closed, request: Request, address: string): Promise<Response> => {
    if (link.kind === "expired") return pageAnswer(closedPage("expired", link.language), 410);
    const wait = guesses.take(address);
    if (wait !== null) return tooOften(wait, request);
    return pageAnswer(closedPage("unknown", languageOf(request)), 404);
  };

  return async (request, address) => {
    const path = new URL(request.url).pathname;
    const [, first, token = "", ...file] = path.split("/");
    const kind: LinkKind = first === "o" ? "offer" : "reservation";
    const isPage = file.length === 0;
    const calendar = kind === "reservation" && file.join("/") === CALENDAR;
    const unknown = () => closed({ kind: "unknown" }, request, address);
    if (!LINK_TOKEN.test(token) || !(isPage || calendar)) return unknown();
    const wait = perLink.take(token);
    if (wait !== null) return tooOften(wait, request);
    if (request.method === "GET" || request.method === "HEAD") {
      const view = desk.look(kind, token);
      if (view.kind === "unknown" || view.kind === "expired") return closed(view, request, address);
      if (isPage) return pageAnswer(pageOf(view, token, null), 200);
      return view.kind === "reservation" ? calendarAnswer(view) : unknown();
    }
    if (request.method !== "POST" || !isPage) {
      const methods = isPage ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
      return methodNotAllowed(request.method, withoutToken(path), methods);
    }
    const form = await withBoundedBody(request, BODY_LIMIT_BYTES);
    const pressed = form === null ? null : await pressedButton(form);
    if (pressed === null) {
      return pageAnswer(badFormPage(languageOf(request)), form === null ? 413 : 400);
    }
    const acted = await desk.act(kind, token, pressed.action, pressed.revision);
    if (acted.kind !== "acted") return closed(acted, request, address);
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
