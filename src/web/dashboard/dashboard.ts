import type { Operation } from "../../operations/define.ts";
import { NEW_RESTAURANT_PATH } from "../auth-pages/paths.ts";
import { methodNotAllowed } from "../errors.ts";
import { homeOf } from "../host-check.ts";
import { wholeRequest } from "../page-form.ts";
import { createShownOnce } from "../shown-once.ts";
import { isToken, visitorOf } from "../visitor.ts";
import { leadTo } from "./answers.ts";
import { PATH, purposeOf, type Sender, type Shared, signInFor } from "./desk-shared.ts";
import type { DashboardParts, DeskVisit } from "./desk-visit.ts";
import { createEvents } from "./events.ts";
import { createFlashes } from "./flashes.ts";
import { createHealthWatch } from "./health/watch.ts";
import { pageAt } from "./pages.ts";
import { keptPage, notKept, outsidePage } from "./plain-pages.tsx";
import { createResubmissions, type FormSender, type Resubmission } from "./resubmission.ts";
import { newRestaurant } from "./set-up/new-restaurant.tsx";
import { show, showPage } from "./show-page.ts";
import { keepUntilSignedIn, submitted } from "./submitted.ts";
import { lastBrandOf } from "./theme.ts";
import { staysSignedIn, visitOf } from "./visit-of.ts";
import { writeNamed } from "./write-named.ts";

export interface Dashboard {
  answer(request: Request, address: string): Promise<Response>;
  /** Redirects "/", for example to the person's restaurant or to the sign-in page. */
  home(request: Request): Promise<Response>;
  newRestaurant(request: Request, address: string): Promise<Response>;
  close(): void;
}

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
      // The user is in no team. Owners of the instance can add a restaurant; others see their apps.
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
      userId: signedIn.user.id,
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

function writeOf({ url, brand }: DeskVisit, { path }: Resubmission): Operation | null {
  if (path.startsWith("/do/")) return writeNamed(path.slice("/do/".length));
  return pageAt({ url: new URL(`/b/${brand.slug}${path}`, url), brand })?.page.sends ?? null;
}

/** Another team's brand looks like a brand that does not exist. */
const noSuchPlace = (): Promise<Response> =>
  outsidePage(404, "There is nothing here", "The address is wrong, or you cannot see this page.");
