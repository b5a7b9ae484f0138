/** @jsxImportSource hono/jsx */

import { sayReason } from "../../words/render.ts";
import { CsrfField } from "../csrf-field.tsx";
import { csrfFor, isOurs } from "../visitor.ts";
import { pageAnswer, seeOther } from "./answers.ts";
import { staleForm } from "./message-pages.tsx";
import { Field } from "./page.tsx";
import { PASSKEY_HEADERS, PASSKEY_SCRIPT_PATH, PasskeyForm } from "./passkey-form.tsx";
import { ACCOUNT_PATH, accountAt, nextPath } from "./paths.ts";
import { type Visit, welcome } from "./visit.ts";

const WRONG = "Wrong e-mail address or password.";
const CHANGED = "Not signed in: your account was changed during the sign-in. Try again.";

/** `again`: asks for the password even if the person is signed in. */
export const signInPath = (next: string, { again = false } = {}): string =>
  `/sign-in?${again ? "again&" : ""}next=${encodeURIComponent(next)}`;

interface Shown {
  readonly email?: string;
  readonly again?: boolean;
  readonly alert?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

const nextOf = ({ url, desk }: Visit): string =>
  nextPath(url.searchParams.get("next"), desk.origin);

export async function showSignIn(visit: Visit): Promise<Response> {
  const next = nextOf(visit);
  const again = visit.url.searchParams.has("again");
  if (visit.enrolling !== null && !again) return seeOther(accountAt(ACCOUNT_PATH, next));
  return visit.signedIn === null || again ? form(visit, next, { again }) : seeOther(next);
}

export const PASSKEY_SIGN_IN_PATH = "/sign-in/passkey";

export async function submitPasskeySignIn(
  visit: Visit,
  fields: URLSearchParams,
): Promise<Response> {
  const { desk, browser } = visit;
  const next = nextPath(fields.get("next"), desk.origin);
  if (!isOurs(visit, purposeOf(next), fields)) return staleForm(browser.isNew);
  const outcome = await desk.passkeys.signIn(fields.get("response") ?? "", browser.secrets);
  const again = fields.has("again");
  if (!outcome.ok)
    return form(visit, next, { again, alert: sayReason(outcome.reason, "host"), status: 400 });
  return (
    (await welcome(visit, outcome.user, next, "both")) ??
    form(visit, next, { again, alert: CHANGED, status: 400 })
  );
}

/** A wrong e-mail address and a wrong password give the same error. */
export async function submitSignIn(visit: Visit, fields: URLSearchParams): Promise<Response> {
  const { desk, address, browser } = visit;
  const next = nextPath(fields.get("next"), desk.origin);
  const again = fields.has("again");
  // The form was sent twice, or from an old page after the Back button.
  if (visit.signedIn !== null && fields.get("csrf") !== null && !again) return seeOther(next);
  if (!isOurs(visit, purposeOf(next), fields)) return staleForm(browser.isNew);
  const email = (fields.get("email") ?? "").slice(0, 300);
  const password = fields.get("password") ?? "";
  const marks = desk.cookies.marksOf(visit.request);
  const outcome = await desk.signIn({ email, password, address, marks });
  if (outcome.ok) {
    return (
      (await welcome(visit, outcome.user, next)) ??
      form(visit, next, { email, again, alert: WRONG, status: 400 })
    );
  }
  const seconds = outcome.retryAfterS;
  if (seconds === null) return form(visit, next, { email, again, alert: WRONG, status: 400 });
  return form(visit, next, { email, again, ...tooManyTries(seconds) });
}

export const tooManyTries = (seconds: number) => ({
  alert: `Too many tries. Wait ${seconds === 1 ? "a second" : `${seconds} seconds`}, then try again.`,
  status: 429,
  headers: { "Retry-After": String(seconds) },
});

const purposeOf = (next: string): string => `sign-in ${next}`;

export const scriptsFor = (options: string | null) =>
  options === null
    ? { path: null, headers: {} }
    : { path: PASSKEY_SCRIPT_PATH, headers: PASSKEY_HEADERS };

export const PasskeySignIn = ({
  visit,
  next,
  options,
  again = false,
}: Readonly<{ visit: Visit; next: string; options: string | null; again?: boolean }>) =>
  options === null ? null : (
    <PasskeyForm
      action={PASSKEY_SIGN_IN_PATH}
      does="get"
      options={options}
      csrf={csrfFor(visit, purposeOf(next))}
      button="Sign in with a passkey"
      quiet
    >
      <input type="hidden" name="next" value={next} />
      {again && <input type="hidden" name="again" value="yes" />}
    </PasskeyForm>
  );

async function form(visit: Visit, next: string, shown: Shown = {}): Promise<Response> {
  const { email = "", again = false, alert = null, status = 200, headers = {} } = shown;
  const forApp = next.startsWith("/consent");
  const sure = again ? ", and asks you to sign in again" : "";
  const signedOut = visit.url.searchParams.has("signed-out") && alert === null;
  const options = await visit.desk.passkeys.signInOptions(visit.browser.secrets[0]);
  const scripts = scriptsFor(options);
  return pageAnswer({
    status,
    headers: { ...scripts.headers, ...headers },
    title: "Sign in",
    script: scripts.path,
    notice: signedOut ? "You are signed out." : null,
    alert,
    children: (
      <>
        <p class="lead">
          {forApp
            ? `An app wants to connect${sure}. You will see what it asks for before anything happens.`
            : "Sign in to your restaurants’ reservation desk."}
        </p>
        <form method="post" action="/sign-in" class="stack">
          <CsrfField token={csrfFor(visit, purposeOf(next))} />
          <input type="hidden" name="next" value={next} />
          {again && <input type="hidden" name="again" value="yes" />}
          <Field
            label="E-mail"
            name="email"
            type="email"
            value={email}
            autocomplete="username"
            autofocus={email === ""}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autocomplete="current-password"
            autofocus={email !== ""}
          />
          <button type="submit">Sign in</button>
        </form>
        <PasskeySignIn visit={visit} next={next} options={options} again={again} />
        <div class="foot">
          <p>
            No account, or forgot your password? An owner of your restaurant can create a link for
            you under Access, Team. The person who runs this server can help too:{" "}
            <code>maitred user</code>
          </p>
        </div>
      </>
    ),
  });
}
