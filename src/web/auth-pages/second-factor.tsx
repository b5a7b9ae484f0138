/** @jsxImportSource hono/jsx */
import type { UserRow } from "../../storage/stores.ts";
import { CsrfField } from "../csrf-field.tsx";
import { csrfFor, isOurs } from "../visitor.ts";
import { pageAnswer, seeOther } from "./answers.ts";
import { staleForm } from "./message-pages.tsx";
import { Field, Name } from "./page.tsx";
import { nextPath } from "./paths.ts";
import { shownName } from "./shown-name.ts";
import { PasskeySignIn, scriptsFor, signInPath, tooManyTries } from "./sign-in.tsx";
import { SECOND_FACTOR_PATH, type Visit, welcome } from "./visit.ts";

const WRONG = "The code is wrong, has expired or was used before. Each code works once.";

const purposeOf = (next: string): string => `second factor ${next}`;

/** The user who gave the right password in this browser a moment ago, or null. */
const userOf = ({ desk, request, browser }: Visit): UserRow | null =>
  desk.passwordProofs.read(desk.cookies.proofOf(request), browser.secrets);

export async function showSecondFactor(visit: Visit): Promise<Response> {
  const next = nextPath(visit.url.searchParams.get("next"), visit.desk.origin);
  const user = userOf(visit);
  return user === null ? seeOther(signInPath(next)) : form(visit, user, next);
}

export async function submitSecondFactor(visit: Visit, fields: URLSearchParams): Promise<Response> {
  const { desk, request, browser } = visit;
  const next = nextPath(fields.get("next"), desk.origin);
  const user = userOf(visit);
  // The form was sent twice, or the proof that the password was right has expired.
  if (user === null) return seeOther(visit.signedIn === null ? signInPath(next) : next);
  if (!isOurs(visit, purposeOf(next), fields)) return staleForm(browser.isNew);
  const code = (fields.get("code") ?? "").slice(0, 100);
  const outcome = await desk.factors.check(user, code, desk.cookies.marksOf(request));
  if (outcome.ok) return (await welcome(visit, user, next, "both")) ?? seeOther(signInPath(next));
  if (outcome.retryAfterS === null) return form(visit, user, next, { alert: WRONG, status: 400 });
  return form(visit, user, next, tooManyTries(outcome.retryAfterS));
}

async function form(
  visit: Visit,
  user: UserRow,
  next: string,
  shown: {
    readonly alert?: string;
    readonly status?: number;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  const { desk } = visit;
  const { alert = null, status = 200, headers = {} } = shown;
  const { passkeys, totpSince, appWorks } = desk.factors.held(user.id);
  const options =
    passkeys.length === 0 ? null : await desk.passkeys.signInOptions(visit.browser.secrets[0]);
  const scripts = scriptsFor(options);
  return pageAnswer({
    status,
    headers: { ...scripts.headers, ...headers },
    title: "One more step",
    alert,
    script: scripts.path,
    children: (
      <>
        <p class="lead">
          The password is right. <Name>{shownName(user.name, user.email)}</Name> also needs{" "}
          {appWorks ? "a code." : "a passkey or a recovery code."}
        </p>
        {totpSince !== null && !appWorks && (
          <p class="notice care">
            The codes of your authenticator app no longer work: this server has a new secret. Sign
            in another way, then set up the app again.
          </p>
        )}
        {!appWorks && <PasskeySignIn visit={visit} next={next} options={options} />}
        <form method="post" action={SECOND_FACTOR_PATH} class="stack">
          <CsrfField token={csrfFor(visit, purposeOf(next))} />
          <input type="hidden" name="next" value={next} />
          <Field
            label={appWorks ? "Code" : "Recovery code"}
            name="code"
            type="text"
            hint={
              appWorks
                ? "Six digits from your authenticator app, or a recovery code."
                : "One of your ten recovery codes."
            }
            autocomplete="one-time-code"
            autofocus={appWorks}
          />
          <button type="submit">Sign in</button>
        </form>
        {appWorks && <PasskeySignIn visit={visit} next={next} options={options} />}
        <div class="foot">
          <p>
            Lost your phone? Use a recovery code. If you have none, ask an owner of your restaurant
            to remove your second factor (Access, Team). The person who runs this server can also
            remove it: <code>maitred user reset-factor</code>
          </p>
          <p>
            <a href={signInPath(next)}>Sign in as somebody else</a>
          </p>
        </div>
      </>
    ),
  });
}
