import type { Operation } from "../../operations/define.ts";
import { formOf as fieldsOf, UNREADABLE_FORM } from "../page-form.ts";
import { csrfFor, isToken } from "../visitor.ts";
import { leadTo } from "./answers.ts";
import { unmasked } from "./csrf-mask.ts";
import { purposeOf, type Shared, signInFor } from "./desk-shared.ts";
import type { DeskVisit, Outcome } from "./desk-visit.ts";
import { doOperation } from "./do-operation.ts";
import { acceptsPin, actWithPin, takePin } from "./lent-name.ts";
import { backOf } from "./page-path.ts";
import { pageAt } from "./pages.ts";
import { nothingHere, outsidePage } from "./plain-pages.tsx";
import type { FormSender, Resubmission } from "./resubmission.ts";
import { show, showPage } from "./show-page.ts";
import { LOOKS, lookCookie } from "./theme.ts";
import { writeNamed } from "./write-named.ts";

const PIN_FIELDS = ["pin", "newPin", "again"];

/**
 * The fields of the form; null if they cannot be read. A button in a list sends `about`, which is "ID"
 * or "ID REVISION". It becomes `id` and `revision`.
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

export async function submitted(
  shared: Shared,
  visit: DeskVisit,
  rest: string,
  sender: FormSender,
): Promise<Response> {
  const { desk, request, signedIn, brand } = visit;
  const fields = await formOf(request);
  if (fields === null) return outsidePage(400, "That form cannot be read", UNREADABLE_FORM);
  const pin = rest.startsWith("/do/") ? takePin(fields) : null;
  const operation = rest.startsWith("/do/") ? writeNamed(rest.slice("/do/".length)) : null;
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
    // The token is missing or was made for another user. Keep the form, so that the user of the token (or,
    // without a token, the present user) can check it and send it again. Nobody else will see it.
    const theirs = token ?? csrfFor(visit, purposeOf(brand.slug));
    for (const name of PIN_FIELDS) fields.delete(name);
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

/** After an override, a colleague who works by PIN must enter it again. */
async function carriedOut(
  visit: DeskVisit,
  operation: Operation,
  fields: URLSearchParams,
  pin: ReturnType<typeof takePin>,
): Promise<Outcome> {
  const { name } = operation;
  const act = (inName: DeskVisit) => doOperation(inName, operation, fields);
  if (pin !== null && acceptsPin(`/do/${name}`)) {
    return await actWithPin(visit, pin, { operation: name, typed: fields }, act);
  }
  const outcome = await act(visit);
  const isOverride = (fields.get("overrideReason") ?? "").trim() !== "";
  if (outcome.ok === true && isOverride && visit.lentTo !== null) {
    visit.desk.pins.end(visit.signedIn);
  }
  return outcome;
}

const keptAt = ({ kept }: Shared, form: Resubmission, token: string, sender: FormSender): string =>
  `/b/${form.brand}/kept/${kept.keep(form, token, sender)}`;

export async function keepUntilSignedIn(
  shared: Shared,
  sender: FormSender,
  { slug: brand, rest }: { readonly slug: string; readonly rest: string },
  request: Request,
): Promise<Response> {
  const fields = await formOf(request);
  for (const name of PIN_FIELDS) fields?.delete(name);
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
