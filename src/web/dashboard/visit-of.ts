import type { Browser } from "../../auth/browser.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { roleAtLeast } from "../../domain/caller.ts";
import { requestCount } from "../../operations/desk/open-requests.ts";
import { hasUnread } from "../../operations/desk/unread-texts.ts";
import { csrfFor, visitorOf } from "../visitor.ts";
import { masked } from "./csrf-mask.ts";
import { PATH, purposeOf, type Shared } from "./desk-shared.ts";
import type { DeskVisit } from "./desk-visit.ts";
import { acceptsPin, callerWithPin, tabletOf } from "./lent-name.ts";
import { deskCaller } from "./streamed.ts";

export async function staysSignedIn(
  { desk }: Shared,
  request: Request,
  brand: string,
): Promise<boolean> {
  const { signedIn } = await visitorOf(desk, request);
  return signedIn?.teams.some((team) => team.brand === brand) === true;
}

/** Null if the brand does not exist or the person is not in its team. */
export async function visitOf(
  { desk, secrets, health, events }: Shared,
  { browser, signedIn }: { readonly browser: Browser; readonly signedIn: SignedIn },
  slug: string,
  request: Request,
): Promise<DeskVisit | null> {
  const { stores, clock } = desk;
  const role = signedIn.teams.find((team) => team.brand === slug)?.role;
  if (role === undefined) return null;
  // Call this before reading any data. If the data changes afterwards, the page refreshes.
  const seen = events.seen(slug);
  const brand = stores.brands.get(slug);
  if (brand === null) return null;
  const url = new URL(request.url);
  const path = PATH.exec(url.pathname)?.[2] ?? "";
  const usesPin = acceptsPin(path);
  const own = { desk, signedIn, brand };
  const lentTo = desk.pins.lentTo(tabletOf(own), usesPin && !request.headers.has("x-live"));
  const inName = usesPin ? lentTo : null;
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
