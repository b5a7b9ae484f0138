/** @jsxImportSource hono/jsx */

import { CsrfField } from "../csrf-field.tsx";
import { formOf } from "../page-form.ts";
import { csrfFor, isOurs } from "../visitor.ts";
import { pageAnswer, seeOther } from "./answers.ts";
import { staleForm, unreadableForm } from "./message-pages.tsx";
import { nextPath } from "./next-path.ts";
import { Field, page } from "./page.tsx";
import { type Visit, welcome } from "./visit.ts";

const WRONG = "The e-mail address or the password is not right.";

/** The page's address; `again`: it asks also whoever is signed in already. */
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

/** The form, unless somebody is signed in and nobody asks again: then on to where they were going. */
export async function showSignIn(visit: Visit): Promise<Response> {
  const next = nextOf(visit);
  const again = visit.url.searchParams.has("again");
  return visit.signedIn === null || again ? form(visit, next, { again }) : seeOther(next);
}

/** Signs in and leads on; the same answer for whatever was wrong. */
export async function submitSignIn(visit: Visit): Promise<Response> {
  const { desk, address, browser } = visit;
  const fields = await formOf(visit);
  if (fields === null) return unreadableForm();
  const next = nextPath(fields.get("next"), desk.origin);
  const again = fields.has("again");
  // Sent twice, or again after going back: whoever it was is signed in already.
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
  const alert = `Too many tries. Wait ${seconds === 1 ? "a second" : `${seconds} seconds`}, then try again.`;
  const headers = { "Retry-After": String(seconds) };
  return form(visit, next, { email, again, alert, status: 429, headers });
}

const purposeOf = (next: string): string => `sign-in ${next}`;

function form(visit: Visit, next: string, shown: Shown = {}): Promise<Response> {
  const { email = "", again = false, alert = null, status = 200, headers = {} } = shown;
  const forApp = next.startsWith("/consent");
  const sure = again ? ", and to be sure that it is you" : "";
  const signedOut = visit.url.searchParams.has("signed-out") && alert === null;
  const markup = page({
    title: "Sign in",
    notice: signedOut ? "You are signed out." : null,
    alert,
    children: (
      <>
        <p class="lead">
          {forApp
            ? `An app wants to be connected${sure}. You will see what it asks for before anything happens.`
            : "To your restaurants’ reservation desk."}
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
        <div class="foot">
          <p>
            No account, or the password is lost? An owner of your restaurant makes you a link, under
            Access, Team. Whoever runs this server can help, too: <code>maitred user</code>
          </p>
        </div>
      </>
    ),
  });
  return pageAnswer(markup, status, headers);
}
