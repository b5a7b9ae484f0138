/** @jsxImportSource hono/jsx */
import type { ConsentOutcome, ConsentView } from "../../auth/oauth/consent.ts";
import { isLoopbackRedirect } from "../../auth/oauth/redirect-uri.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { SCOPE_WORDS } from "../../words/en/host/labels.ts";
import { CsrfField } from "../csrf-field.tsx";
import { browserHashes, csrfFor, isOurs } from "../visitor.ts";
import { pageAnswer, seeOther } from "./answers.ts";
import { goneRequest, noOAuthHere, staleForm } from "./message-pages.tsx";
import { Name } from "./page.tsx";
import { shownName } from "./shown-name.ts";
import { signInPath } from "./sign-in.tsx";
import { SignOutForm } from "./sign-out.tsx";
import type { Visit } from "./visit.ts";

export const consentPath = (requestId: string): string =>
  `/consent?request=${encodeURIComponent(requestId)}`;

const signInFirst = (requestId: string): Response => seeOther(signInPath(consentPath(requestId)));

const signInAgain = (requestId: string): Response =>
  seeOther(signInPath(consentPath(requestId), { again: true }));

const purposeOf = (requestId: string): string => `consent ${requestId}`;

export async function showConsent(visit: Visit): Promise<Response> {
  const { desk, signedIn, url } = visit;
  const requestId = url.searchParams.get("request") ?? "";
  if (desk.oauth === null) return noOAuthHere(desk.origin);
  if (signedIn === null) return signInFirst(requestId);
  const view = viewFor(visit, signedIn, requestId);
  if (view === null) return goneRequest();
  return view.state === "sign_in" ? signInAgain(requestId) : form(visit, signedIn, requestId, view);
}

export async function submitConsent(visit: Visit, fields: URLSearchParams): Promise<Response> {
  const { desk, signedIn, browser } = visit;
  if (desk.oauth === null) return noOAuthHere(desk.origin);
  const requestId = fields.get("request") ?? "";
  if (signedIn === null) return signInFirst(requestId);
  if (!isOurs(visit, purposeOf(requestId), fields)) return staleForm(browser.isNew);
  const approve = fields.get("decision") === "approve";
  const brands = fields.getAll("brand").slice(0, 1000);
  const outcome = await decide(visit, signedIn, requestId, { approve, brands });
  if (outcome.kind === "redirect") return seeOther(outcome.location);
  if (outcome.kind === "sign_in") return signInAgain(requestId);
  const view = viewFor(visit, signedIn, requestId);
  if (outcome.kind === "gone" || view === null) return goneRequest();
  const again = outcome.kind === "again" ? { alert: outcome.message, brands } : null;
  return form(visit, signedIn, requestId, view, again);
}

/** Null if the request has ended, or belongs to another browser or person. */
function viewFor(visit: Visit, signedIn: SignedIn, requestId: string): ConsentView | null {
  for (const hash of browserHashes(visit)) {
    const view = visit.desk.oauth?.consent.view(requestId, hash, signedIn) ?? null;
    if (view !== null) return view;
  }
  return null;
}

async function decide(
  visit: Visit,
  signedIn: SignedIn,
  requestId: string,
  decision: { readonly approve: boolean; readonly brands: readonly string[] },
): Promise<ConsentOutcome> {
  const consent = visit.desk.oauth?.consent;
  for (const hash of browserHashes(visit)) {
    const outcome = await consent?.decide(requestId, hash, signedIn, decision);
    if (outcome !== undefined && outcome.kind !== "gone") return outcome;
  }
  return { kind: "gone" };
}

function form(
  visit: Visit,
  signedIn: SignedIn,
  requestId: string,
  view: ConsentView,
  again: { readonly alert: string; readonly brands: readonly string[] } | null = null,
): Promise<Response> {
  const fields = (
    <>
      <CsrfField token={csrfFor(visit, purposeOf(requestId))} />
      <input type="hidden" name="request" value={requestId} />
    </>
  );
  const name = shownName(view.client.name);
  if (view.state === "decided" || view.state === "taken") {
    return pageAnswer({
      status: again === null ? 200 : 400,
      title: "Already answered",
      children: <Decided view={view} fields={fields} />,
    });
  }
  return pageAnswer({
    status: again === null ? 200 : 400,
    title: `Connect ${name}?`,
    heading: (
      <>
        Connect <Name>{name}</Name>?
      </>
    ),
    alert: again?.alert ?? null,
    children: (
      <>
        <Client client={view.client} />
        <form method="post" action="/consent" class="stack">
          {fields}
          <Asked view={view} chosen={again?.brands ?? null} />
        </form>
        <div class="foot">
          <div>
            Signed in as <Name>{shownName(signedIn.user.name, signedIn.user.email)}</Name> (
            {signedIn.user.email}). Not you?{" "}
            <SignOutForm visit={visit} next={consentPath(requestId)} />
          </div>
        </div>
      </>
    ),
  });
}

function Client({ client }: { readonly client: ConsentView["client"] }) {
  const { kind, verified, formerName, redirectHost, redirectUri } = client;
  return (
    <>
      {verified ? (
        <p class="badges">
          <span class="badge good">verified</span>{" "}
          <span class="small">Registered by the person who runs this server.</span>
        </p>
      ) : (
        <p class="badges">
          <span class="badge">unverified</span>{" "}
          <span class="small">Nobody has verified this name.</span>
        </p>
      )}
      {formerName !== null && (
        <p>
          <strong>The name has changed.</strong> When you connected this app before, it was called{" "}
          <Name>{shownName(formerName)}</Name>.
        </p>
      )}
      <div class="destination">
        <p class="small">You will be sent back to</p>
        <p class="host">
          <bdi>{redirectHost}</bdi>
        </p>
        <p class="small">{placeOf(redirectUri)}</p>
      </div>
      {kind === "metadata_document" && (
        <p class="small">
          The app describes itself at <bdi>{client.id.slice(0, 300)}</bdi>
        </p>
      )}
    </>
  );
}

function placeOf(redirectUri: string): string {
  if (isLoopbackRedirect(redirectUri)) return "A program on this device.";
  if (redirectUri.startsWith("https:")) {
    return "A website. Continue only if you know this website and have just come from it.";
  }
  return "An app on this device that opens links of this kind. Continue only if you have just used it.";
}

function Asked({
  view,
  chosen,
}: Readonly<{ view: ConsentView; chosen: readonly string[] | null }>) {
  const { scopes, brands } = view;
  const only = brands.length === 1;
  return (
    <>
      <section>
        <h2>The app will be able to</h2>
        <ul class="scopes">
          {scopes.map((scope) => (
            <li>
              <strong>{SCOPE_WORDS[scope].short}</strong>
              <span class="small">{SCOPE_WORDS[scope].long}</span>
            </li>
          ))}
        </ul>
      </section>
      {brands.length === 0 ? (
        <p class="notice care">
          You are not in any restaurant’s team yet, so there is nothing to connect the app to. Ask
          an owner to add you, then reload this page.
        </p>
      ) : (
        <fieldset>
          <legend>
            <h2>{only ? "In this restaurant" : "In which restaurants?"}</h2>
          </legend>
          <div class={chosen === null ? "choices" : "choices wrong"}>
            {brands.map(({ slug, name, role }) => (
              <label class="choice">
                <input
                  type="checkbox"
                  name="brand"
                  value={slug}
                  checked={chosen === null ? only : chosen.includes(slug)}
                />
                <Name>{shownName(name, slug)}</Name>
                <span class="small">{role}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div class="actions">
        {brands.length > 0 && (
          <button type="submit" name="decision" value="approve">
            Connect
          </button>
        )}
        <button type="submit" name="decision" value="deny" class="quiet">
          Do not connect
        </button>
      </div>
      <p class="small">You can disconnect the app at any time under Connected apps.</p>
    </>
  );
}

/** In state `decided`, the app may not have received the answer, so the person can send it again. */
const Decided = ({ view, fields }: { readonly view: ConsentView; readonly fields: unknown }) => (
  <>
    <p class="lead">
      You have answered <Name>{shownName(view.client.name)}</Name>.{" "}
      {view.state === "decided" && "If the app did not open, send the same answer again."} To change
      your answer, connect again from the app.
    </p>
    <form method="post" action="/consent" class="stack">
      {view.state === "decided" && (
        <>
          {fields}
          <button type="submit">Continue to the app</button>
        </>
      )}
      <a class="button quiet" href="/connected-apps">
        See connected apps
      </a>
    </form>
  </>
);
