/** @jsxImportSource hono/jsx */
import { isFresh } from "../../auth/add-factor.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { sayReason } from "../../words/render.ts";
import { CsrfField } from "../csrf-field.tsx";
import { QrCode } from "../dashboard/components/qr-code.tsx";
import { csrfFor, isOurs } from "../visitor.ts";
import { codesMade, ownVisit } from "./account.tsx";
import { headAnswer, pageAnswer, seeOther } from "./answers.ts";
import { staleForm } from "./message-pages.tsx";
import { Field } from "./page.tsx";
import {
  ACCOUNT_PATH,
  APP_PATH,
  accountAt,
  CODES_PATH,
  nextPath,
  purposeOf,
  START_PATH,
} from "./paths.ts";
import { signInPath } from "./sign-in.tsx";
import type { Visit } from "./visit.ts";

const PURPOSE = purposeOf("add-app", "");

export async function showAccountApp(visit: Visit): Promise<Response> {
  const found = ownVisit(visit, ACCOUNT_PATH);
  if (found instanceof Response) return found;
  const next = nextPath(visit.url.searchParams.get("next"), visit.desk.origin);
  return refusal(found.own, found.owner, next) ?? form(found.own, found.owner, next);
}

export async function submitAccountApp(visit: Visit, fields: URLSearchParams): Promise<Response> {
  const found = ownVisit(visit, ACCOUNT_PATH);
  if (found instanceof Response) return found;
  const { own, owner } = found;
  if (!isOurs(own, PURPOSE, fields)) return staleForm(own.browser.isNew);
  const next = nextPath(fields.get("next"), own.desk.origin);
  const refused = refusal(own, owner, next);
  if (refused !== null) return refused;
  const sealed = fields.get("sealed") ?? "";
  const added = await own.desk.factors.addTotp(
    owner,
    sealed,
    (fields.get("code") ?? "").slice(0, 100),
  );
  if (!added.ok)
    return form(own, owner, next, { sealed, problem: sayReason(added.reason, "host") });
  return added.codes === null
    ? seeOther(`${accountAt(ACCOUNT_PATH, next)}&done=added`)
    : codesMade(own, owner, added.codes, next);
}

function refusal({ desk }: Visit, owner: SignedIn, next: string): Response | null {
  if (!isFresh(owner, desk.clock())) {
    return seeOther(signInPath(accountAt(APP_PATH, next), { again: true }));
  }
  const isThere = desk.factors.held(owner.user.id).appWorks;
  return isThere ? seeOther(accountAt(ACCOUNT_PATH, next)) : null;
}

function form(
  own: Visit,
  { user }: SignedIn,
  next: string,
  again: { readonly sealed?: string; readonly problem?: string } = {},
): Promise<Response> {
  const { secret, uri, sealed } = own.desk.factors.newTotp(user, again.sealed);
  return pageAnswer({
    status: again.problem === undefined ? 200 : 400,
    title: "Set up an authenticator app",
    alert: again.problem === undefined ? null : "Please look at the marked field.",
    children: (
      <>
        <p class="lead">
          Use any app for one-time codes, such as Google Authenticator, Aegis or 1Password. Scan
          this QR code with the app:
        </p>
        <figure class="qr-frame">
          <QrCode text={uri} label="QR code with the secret for the app" />
        </figure>
        <p class="small">Or type this secret into the app:</p>
        <pre>
          <code>{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        </pre>
        <form method="post" action={APP_PATH} class="stack">
          <CsrfField token={csrfFor(own, PURPOSE)} />
          <input type="hidden" name="next" value={next} />
          <input type="hidden" name="sealed" value={sealed} />
          <Field
            label="Code that the app shows now"
            name="code"
            type="text"
            problem={again.problem}
            autocomplete="one-time-code"
          />
          <button type="submit">Add the app</button>
          <a class="button quiet" href={accountAt(ACCOUNT_PATH, next)}>
            Back
          </a>
        </form>
      </>
    ),
  });
}

export async function showAccountCodes(visit: Visit): Promise<Response> {
  const found = ownVisit(visit, ACCOUNT_PATH);
  if (found instanceof Response) return found;
  if (visit.request.method === "HEAD") return headAnswer();
  const { own, owner } = found;
  const next = nextPath(own.url.searchParams.get("next"), own.desk.origin);
  const codes = own.desk.newCodes.take(owner.sessionId, CODES_PATH);
  return pageAnswer({
    title: codes === null ? "Recovery codes were already shown" : "Your recovery codes",
    children: (
      <>
        {codes === null ? (
          <p class="lead">
            Recovery codes are shown only once. You can make new ones on your account page.
          </p>
        ) : (
          <>
            <p class="lead">
              Print these codes, or keep them with your passwords, but not on the phone that has the
              app. Each code works once, after your password. The codes are not shown again.
            </p>
            <pre class="codes">{codes}</pre>
          </>
        )}
        <div class="stack">
          <a class="button" href={next}>
            {next === START_PATH ? "To your restaurant" : "Continue"}
          </a>
          <a class="button quiet" href={ACCOUNT_PATH}>
            Your account
          </a>
        </div>
      </>
    ),
  });
}
