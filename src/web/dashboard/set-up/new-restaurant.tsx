/** @jsxImportSource hono/jsx */
import { html } from "hono/html";
import { callerOfSession } from "../../../auth/session-caller.ts";
import type { SignedIn } from "../../../auth/sessions.ts";
import { DomainError, refusal } from "../../../domain/errors.ts";
import { inputOf } from "../../../operations/call/form-input.ts";
import { createBrand } from "../../../operations/desk/create-brand.ts";
import { Mark } from "../../auth-pages/page.tsx";
import { NEW_RESTAURANT_PATH } from "../../auth-pages/paths.ts";
import { methodNotAllowed } from "../../errors.ts";
import { Head } from "../../head.tsx";
import { formOf, UNREADABLE_FORM } from "../../page-form.ts";
import { csrfFor, isToken, type Visitor } from "../../visitor.ts";
import { deskAnswer, leadTo } from "../answers.ts";
import { DESK_STYLE_PATH, SET_UP_SCRIPT_PATH } from "../assets.ts";
import { masked, unmasked } from "../csrf-mask.ts";
import type { DashboardParts, RefusedForm } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { outsidePage } from "../plain-pages.tsx";
import type { FormSender, Resubmissions } from "../resubmission.ts";
import { brandCookie, lookOf } from "../theme.ts";
import { RestaurantForm } from "./restaurant-form.tsx";

const PURPOSE = "new restaurant";

export async function newRestaurant(
  desk: DashboardParts,
  { browser, signedIn, address }: Visitor & Pick<FormSender, "address">,
  request: Request,
  kept: Resubmissions,
): Promise<Response> {
  const { method } = request;
  if (!["GET", "HEAD", "POST"].includes(method)) {
    return methodNotAllowed(method, NEW_RESTAURANT_PATH, ["GET", "HEAD", "POST"]);
  }
  if (signedIn === null) {
    const fields = method === "POST" ? await formOf({ request }) : null;
    const next =
      fields === null
        ? ""
        : `?${KEPT_ID}=${keep(kept, fields, { address, browser: browser.secrets[0] })}`;
    const path = NEW_RESTAURANT_PATH + encodeURIComponent(next);
    return leadTo(request, `/sign-in?next=${path}`, { whole: true });
  }
  if (!signedIn.user.ownsInstance) {
    return outsidePage(
      403,
      "Only an owner of all restaurants can add a restaurant",
      "Ask the person who set up this server: they can add the restaurant and make you its owner.",
    );
  }
  const bond = { desk, browser, signedIn };
  const asked = { desk, signedIn, request, csrf: masked(csrfFor(bond, PURPOSE), desk.random) };
  if (method !== "POST") {
    const id = new URL(request.url).searchParams.get(KEPT_ID) ?? "";
    const form = kept.find(id, (token) => isToken(bond, PURPOSE, token));
    return show(asked, null, form?.path === NEW_RESTAURANT_PATH ? form.fields : null);
  }
  const fields = await formOf({ request });
  if (fields === null) {
    return outsidePage(400, "That form cannot be read", UNREADABLE_FORM);
  }
  if (!isToken(bond, PURPOSE, unmasked(fields.get("csrf")))) {
    return show(asked, {
      operation: createBrand.name,
      error: refusal("REVISION_CONFLICT.page", {}),
      typed: fields,
    });
  }
  return submit(asked, fields);
}

const KEPT_ID = "kept";

const keep = (kept: Resubmissions, fields: URLSearchParams, sender: FormSender): string =>
  kept.keep({ brand: "", path: NEW_RESTAURANT_PATH, fields }, unmasked(fields.get("csrf")), sender);

interface Asked {
  readonly desk: DashboardParts;
  readonly signedIn: SignedIn;
  readonly request: Request;
  readonly csrf: string;
}

async function submit(asked: Asked, fields: URLSearchParams): Promise<Response> {
  const { desk, signedIn, request } = asked;
  const { environment } = desk;
  const caller = { ...callerOfSession(signedIn), environment, headerBrand: null };
  try {
    const added = await desk.invoke(createBrand, inputOf(createBrand, fields), caller, {});
    const slug = String(added.structured["slug"]);
    const answer = leadTo(request, `/b/${slug}`);
    answer.headers.append("Set-Cookie", brandCookie(slug));
    return answer;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return show(asked, { operation: createBrand.name, error, typed: fields });
  }
}

function show(
  { desk, signedIn, request, csrf }: Asked,
  refused: RefusedForm | null,
  typed: URLSearchParams | null = null,
): Promise<Response> {
  const again = typed === null ? null : { operation: createBrand.name, typed };
  const form = formState({ desk, refused, again }, createBrand.name);
  const first = signedIn.teams[0];
  const sister = first === undefined ? null : desk.stores.brands.get(first.brand);
  const look = lookOf(request);
  const page = (
    <html lang="en" data-theme={look === "auto" ? undefined : look}>
      <Head
        title="Your restaurant - maitred"
        style={DESK_STYLE_PATH}
        scripts={[SET_UP_SCRIPT_PATH]}
      />
      <body>
        <div class="set-up">
          <header>
            <Mark />
          </header>
          <main id="main">
            <RestaurantForm
              form={form}
              csrf={csrf}
              request={request}
              sister={sister}
              origin={desk.origin}
            />
          </main>
        </div>
      </body>
    </html>
  );
  return deskAnswer(request, html`<!doctype html>${page}`, refused === null ? 200 : 422);
}
