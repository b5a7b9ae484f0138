/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { CsrfField } from "../csrf-field.tsx";
import { csrfFor, type FormBond, isOurs } from "../visitor.ts";
import { pageAnswer, seeOther } from "./answers.ts";
import { staleForm } from "./message-pages.tsx";
import { nextPath, START_PATH } from "./paths.ts";
import { signInPath } from "./sign-in.tsx";
import type { Visit } from "./visit.ts";

const PURPOSE = "sign-out";

export async function showSignOut(visit: Visit): Promise<Response> {
  if (visit.signedIn === null) return seeOther("/sign-in?signed-out");
  return pageAnswer({
    title: "Sign out?",
    children: (
      <>
        <p class="lead">Connected apps stay connected.</p>
        <div class="stack">
          <SignOutForm visit={visit}>
            <button type="submit">Sign out</button>
          </SignOutForm>
          <a class="button quiet" href={START_PATH}>
            Stay signed in
          </a>
        </div>
      </>
    ),
  });
}

export async function submitSignOut(visit: Visit, fields: URLSearchParams): Promise<Response> {
  const { desk, signedIn, browser } = visit;
  const next = nextPath(fields.get("next"), desk.origin);
  const location = next === START_PATH ? "/sign-in?signed-out" : signInPath(next);
  if (signedIn === null) return seeOther(location);
  if (!isOurs(visit, PURPOSE, fields)) return staleForm(browser.isNew);
  await desk.sessions.end(signedIn.sessionId);
  return seeOther(location, desk.cookies.endedSessionCookie());
}

export const SignOutForm = ({
  visit,
  next,
  children = (
    <button type="submit" class="text">
      Sign out
    </button>
  ),
}: Readonly<{ visit: FormBond; next?: string; children?: Child }>) => (
  // Sent without htmx, because htmx cannot swap in the sign-in page.
  <form method="post" action="/sign-out" hx-boost="false">
    <CsrfField token={csrfFor(visit, PURPOSE)} />
    {next !== undefined && <input type="hidden" name="next" value={next} />}
    {children}
  </form>
);
