import { html } from "hono/html";
import type { Browser } from "../../auth/browser.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { roleAtLeast } from "../../domain/caller.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Operation } from "../../operations/define.ts";
import { requestCount } from "../../operations/desk/open-requests.ts";
import { hasUnread } from "../../operations/desk/unread-texts.ts";
import { NEW_RESTAURANT_PATH } from "../auth-pages/paths.ts";
import { methodNotAllowed } from "../errors.ts";
import { homeOf } from "../host-check.ts";
import { formOf as fieldsOf, UNREADABLE_FORM, wholeRequest } from "../page-form.ts";
import { createShownOnce, type ShownOnce } from "../shown-once.ts";
import { csrfFor, isToken, type Visitor, visitorOf } from "../visitor.ts";
import { deskAnswer, leadTo } from "./answers.ts";
import { masked, unmasked } from "./csrf-mask.ts";
import type { Content, DashboardParts, DeskVisit, Outcome } from "./desk-visit.ts";
import { doOperation } from "./do-operation.ts";
import { createEvents, type Events } from "./events.ts";
import { createFlashes, type Flashes } from "./flashes.ts";
import { createHealthWatch, type HealthWatch } from "./health/watch.ts";
import { actWithPin, callerWithPin, countsAt, tabletOf, takePin } from "./lent-name.ts";
import { backOf } from "./page-path.ts";
import { pageAt } from "./pages.ts";
import { keptPage, nothingHere, notKept, outsidePage, refusedPage } from "./plain-pages.tsx";
import {
  createResubmissions,
  type FormSender,
  type Resubmission,
  type Resubmissions,
} from "./resubmission.ts";
import { newRestaurant } from "./set-up/new-restaurant.tsx";
import { bare, shell } from "./shell.tsx";
import { deskCaller } from "./streamed.ts";
import { brandCookie, LOOKS, lastBrandOf, lookCookie } from "./theme.ts";
import { isOfToast, toastOf } from "./toast.tsx";
import { writeNamed } from "./write-named.ts";

/** The pages for people who are signed in. */
export interface Dashboard {
  /** Answers everything under /b/; `address` is the client's, for limits. */
  answer(request: Request, address: string): Promise<Response>;
  /** Where "/" leads a browser: to its restaurant, or to sign-in. */
  home(request: Request): Promise<Response>;
  /** The page where an owner of the instance adds a restaurant. */
  newRestaurant(request: Request, address: string): Promise<Response>;
  /** Ends the streams of open pages. */
  close(): void;
}

/** Who sends a request, and from where. */
type Sender = Visitor & Pick<FormSender, "address">;

interface Shared {
  readonly desk: DashboardParts;
  readonly events: Events;
  readonly flashes: Flashes;
  readonly kept: Resubmissions;
  readonly secrets: ShownOnce;
  readonly health: HealthWatch;
}

/** Fields that are never kept with a form. */
const SECRETS = ["pin", "newPin", "again"];

const PATH = /^\/b\/([a-z0-9-]{1,64})(\/.*)?$/;

/** Puts the pages together. */
export function createDashboard(desk: DashboardParts): Dashboard {
  const { clock, random, stores } = desk;
  const shared: Shared = {
    desk,
    events: createEvents(stores.changes, random),
    flashes: createFlashes(clock),
    kept: createResubmissions(clock, random),
    secrets: createShownOnce(clock),
    health: createHealthWatch(desk),
  };
  const withSender = async (
    sent: Request,
    address: string,
    answerFor: (who: Sender, request: Request) => Promise<Response>,
  ) => {
    const elsewhere = sent.method === "POST" ? null : homeOf(sent, desk.origin);
    if (elsewhere !== null) return elsewhere;
    const request = await wholeRequest(sent);
    const who = await visitorOf(desk, request);
    const answer = await answerFor({ ...who, address }, request);
    if (who.browser.isNew) {
      answer.headers.append("Set-Cookie", desk.cookies.browserCookie(who.browser));
    }
    return answer;
  };
  return {
    answer: (sent, address) =>
      withSender(sent, address, (who, request) => answerTo(shared, who, request)),
    newRestaurant: (sent, address) =>
      withSender(sent, address, (who, request) => newRestaurant(desk, who, request, shared.kept)),
    async home(request) {
      const elsewhere = homeOf(request, desk.origin);
      if (elsewhere !== null) return elsewhere;
      const { signedIn } = await visitorOf(desk, request);
      if (signedIn === null) return leadTo(request, "/sign-in?next=/", { whole: true });
      const brands = signedIn.teams.map(({ brand }) => brand);
      const last = lastBrandOf(request);
      const brand = brands.find((slug) => slug === last) ?? brands[0];
      if (brand !== undefined) return leadTo(request, `/b/${brand}`);
      // A user in no team can only see their connected apps.
      return leadTo(request, signedIn.user.ownsInstance ? NEW_RESTAURANT_PATH : "/connected-apps");
    },
    close: () => shared.events.close(),
  };
}

async function answerTo(
  shared: Shared,
  { browser, signedIn, address }: Sender,
  request: Request,
): Promise<Response> {
  const sender: FormSender = { address, browser: browser.secrets[0] };
  const url = new URL(request.url);
  const { method } = request;
  const [, slug = "", rest = ""] = PATH.exec(url.pathname) ?? [];
  const isPost = method === "POST";
  if (!isPost && method !== "GET" && method !== "HEAD") {
    return methodNotAllowed(method, url.pathname, ["GET", "HEAD", "POST"]);
  }
  if (signedIn === null) {
    if (rest === "/events") return new Response(null, { status: 204 });
    if (isPost) return keepUntilSignedIn(shared, sender, { slug, rest }, request);
    return leadTo(request, signInFor(url.pathname + url.search), { whole: true });
  }
  const visit = await visitOf(shared, { browser, signedIn }, slug, request);
  if (visit === null) return noSuchPlace();
  if (isPost) return submitted(shared, visit, rest, sender);
  if (rest === "/events") {
    return shared.events.open(slug, {
      user: signedIn.user.id,
      mayListen: () => staysSignedIn(shared, request, slug),
      seen: url.searchParams.get("seen"),
    });
  }
  if (rest.startsWith("/kept/")) {
    const isOurs = (token: string) => isToken(visit, purposeOf(slug), token);
    const form = shared.kept.find(rest.slice("/kept/".length), isOurs);
    return show(
      visit,
      form === null ? notKept(visit) : keptPage(visit, form, writeOf(visit, form)),
    );
  }
  return showPage(shared, visit);
}

/** The write behind a kept form: that of an operation or of a page. */
function writeOf({ url, brand }: DeskVisit, { path }: Resubmission): Operation | null {
  if (path.startsWith("/do/")) return writeNamed(path.slice("/do/".length));
  return pageAt({ url: new URL(`/b/${brand.slug}${path}`, url), brand })?.page.sends ?? null;
}

const signInFor = (path: string): string => `/sign-in?next=${encodeURIComponent(path)}`;

/** A brand of other people is answered like one that does not exist. */
const noSuchPlace = (): Promise<Response> =>
  outsidePage(404, "There is nothing here", "The address is wrong, or you cannot see this page.");

async function staysSignedIn({ desk }: Shared, request: Request, brand: string): Promise<boolean> {
  const { signedIn } = await visitorOf(desk, request);
  return signedIn?.teams.some((team) => team.brand === brand) === true;
}

/** A request by a member of the team; null: not their brand. */
async function visitOf(
  { desk, secrets, health, events }: Shared,
  { browser, signedIn }: { readonly browser: Browser; readonly signedIn: SignedIn },
  slug: string,
  request: Request,
): Promise<DeskVisit | null> {
  const { stores, clock } = desk;
  const role = signedIn.teams.find((team) => team.brand === slug)?.role;
  if (role === undefined) return null;
  // Taken before anything is read, so that later changes are announced.
  const seen = events.seen(slug);
  const brand = stores.brands.get(slug);
  if (brand === null) return null;
  const url = new URL(request.url);
  const path = PATH.exec(url.pathname)?.[2] ?? "";
  const acts = countsAt(path);
  const own = { desk, signedIn, brand };
  const lentTo = desk.pins.lentTo(tabletOf(own), acts && !request.headers.has("x-live"));
  const inName = acts ? lentTo : null;
  const caller =
    inName === null ? deskCaller(desk, signedIn, slug) : callerWithPin(inName, own, slug);
  return {
    desk,
    request,
    url,
    params: {},
    browser,
    signedIn,
    caller,
    brand,
    role: inName?.role ?? role,
    ownRole: role,
    lentTo,
    brands: signedIn.teams.map((team) => ({
      slug: team.brand,
      name: stores.brands.get(team.brand)?.name ?? team.brand,
    })),
    now: clock(),
    seen,
    csrf: masked(csrfFor({ desk, browser, signedIn }, purposeOf(slug)), desk.random),
    flash: null,
    secrets,
    refused: null,
    needsActing:
      roleAtLeast(role, "manager") && (await health.needsActing({ desk, caller, brand })),
    needsReading: hasUnread(
      stores,
      { brand: slug, ownsInstance: signedIn.user.ownsInstance },
      clock(),
    ),
    requests: requestCount({ brand, now: clock(), stores }),
    again: null,
  };
}

const purposeOf = (brand: string): string => `desk ${brand}`;

/**
 * Whether the request loads only a part of the page, as previews do: a flash in its answer would be
 * lost.
 */
const isForPart = (headers: Headers): boolean => /#(?!desk$)/.test(headers.get("hx-target") ?? "");

/** The page of the visit's address, with the result of the last form. */
async function showPage(shared: Shared, visit: DeskVisit): Promise<Response> {
  const { headers } = visit.request;
  const { sessionId } = visit.signedIn;
  const isTold = !headers.has("x-live") && !isForPart(headers);
  const flash = isTold ? shared.flashes.take(sessionId) : shared.flashes.again(sessionId);
  const told = { ...visit, flash };
  const found = pageAt(told);
  if (found === null) return show(told, nothingHere(told));
  const own = visit.refused === null || isOfToast(visit.refused) ? null : visit.refused;
  try {
    const content = await found.page.show({ ...told, refused: own, params: found.params });
    return content instanceof Response ? content : show(told, content);
  } catch (error) {
    if (error instanceof DomainError) return show(told, refusedPage(told, error));
    throw error;
  }
}

/** What says on a page why its form was refused. */
const REFUSAL = /role="alert"|aria-invalid="true"/;

/** If the refused form is not on the page any more, the toast says why it was refused. */
async function whole(visit: DeskVisit, content: Content) {
  const children = await html`${content.children}`;
  const isSaid = visit.refused !== null && REFUSAL.test(String(children));
  return shell(visit, { ...content, children }, isSaid ? null : await toastOf(visit));
}

async function show(visit: DeskVisit, content: Content): Promise<Response> {
  const { request, brand, refused } = visit;
  const status = content.status ?? (refused === null ? 200 : 422);
  const answer = await deskAnswer(
    request,
    isForPart(request.headers) ? bare(content) : await whole(visit, content),
    status,
  );
  if (lastBrandOf(request) !== brand.slug) {
    answer.headers.append("Set-Cookie", brandCookie(brand.slug));
  }
  return answer;
}

/**
 * The fields of a form, with `about` as the `id` that operations read; null: no form. A form for
 * choosing one of many reservations names the revision of each: "ID REVISION".
 */
async function formOf(request: Request): Promise<URLSearchParams | null> {
  const fields = await fieldsOf({ request });
  const about = fields?.get("about") ?? null;
  if (about === null || fields === null || fields.has("id")) return fields;
  const [id = "", revision] = about.split(" ");
  for (const name of ["id", "about"]) fields.set(name, id);
  if (revision !== undefined) fields.set("revision", revision);
  return fields;
}

/** Handles a form: a write, or the choice of light or dark. */
async function submitted(
  shared: Shared,
  visit: DeskVisit,
  rest: string,
  sender: FormSender,
): Promise<Response> {
  const { desk, request, signedIn, brand } = visit;
  const fields = await formOf(request);
  const pin = fields === null || !rest.startsWith("/do/") ? null : takePin(fields);
  const operation = rest.startsWith("/do/") ? writeNamed(rest.slice("/do/".length)) : null;
  if (fields === null) {
    return outsidePage(400, "That form cannot be read", UNREADABLE_FORM);
  }
  const own = operation === null ? pageAt(visit)?.page.submit : undefined;
  if (operation === null && own === undefined && rest !== "/look") {
    return show(visit, nothingHere(visit));
  }
  const token = unmasked(fields.get("csrf"));
  const isOurs = isToken(visit, purposeOf(brand.slug), token);
  const back = backOf(fields.get("back"), brand.slug);
  if (operation === null && own === undefined) {
    const look = LOOKS.find((one) => one === fields.get("look"));
    const answer = leadTo(request, back);
    if (isOurs && look !== undefined) answer.headers.append("Set-Cookie", lookCookie(look));
    return answer;
  }
  if (!isOurs) {
    // The page was not shown to this person, so they look at the form before it is sent. If it has
    // another person's token, somebody else filled it in and signed out meanwhile.
    const theirs = token ?? csrfFor(visit, purposeOf(brand.slug));
    for (const name of SECRETS) fields.delete(name);
    return leadTo(
      request,
      keptAt(shared, { brand: brand.slug, path: rest, fields }, theirs, sender),
    );
  }
  const outcome = await (operation === null
    ? own?.(visit, fields)
    : carriedOut(visit, operation, fields, pin));
  if (outcome === undefined) return leadTo(request, back);
  if (outcome.ok === "again") {
    return showPage(shared, { ...visit, now: desk.clock(), again: outcome.again });
  }
  if (outcome.ok) {
    shared.flashes.put(signedIn.sessionId, outcome.flash);
    return leadTo(request, outcome.next ?? back);
  }
  const url = new URL(back, visit.url);
  return showPage(shared, { ...visit, url, now: desk.clock(), refused: outcome.refused });
}

/** A write, in the name of the person whose PIN the form holds. An override ends a lent name. */
async function carriedOut(
  visit: DeskVisit,
  operation: Operation,
  fields: URLSearchParams,
  pin: ReturnType<typeof takePin>,
): Promise<Outcome> {
  const { name } = operation;
  const act = (inName: DeskVisit) => doOperation(inName, operation, fields);
  if (pin !== null && countsAt(`/do/${name}`)) {
    return await actWithPin(visit, pin, { operation: name, typed: fields }, act);
  }
  const outcome = await act(visit);
  const isOverride = (fields.get("overrideReason") ?? "").trim() !== "";
  if (outcome.ok === true && isOverride && visit.lentTo !== null) {
    visit.desk.pins.end(visit.signedIn);
  }
  return outcome;
}

/** Keeps a form and returns the page from which it can be sent. */
const keptAt = ({ kept }: Shared, form: Resubmission, token: string, sender: FormSender): string =>
  `/b/${form.brand}/kept/${kept.keep(form, token, sender)}`;

/** Keeps the form of somebody who was signed out, to be sent after signing in. */
async function keepUntilSignedIn(
  shared: Shared,
  sender: FormSender,
  { slug: brand, rest }: { readonly slug: string; readonly rest: string },
  request: Request,
): Promise<Response> {
  const fields = await formOf(request);
  for (const name of SECRETS) fields?.delete(name);
  const token = unmasked(fields?.get("csrf") ?? null);
  const isForm = rest.startsWith("/do/")
    ? writeNamed(rest.slice("/do/".length)) !== null
    : pageAt({ url: new URL(request.url), brand: { slug: brand } })?.page.submit !== undefined;
  const next =
    fields === null || token === null || !isForm
      ? `/b/${brand}`
      : keptAt(shared, { brand, path: rest, fields }, token, sender);
  return leadTo(request, signInFor(next), { whole: true });
}
