/** @jsxImportSource hono/jsx */
import { isFresh } from "../../auth/add-factor.ts";
import type { Removal } from "../../auth/second-factors.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { nameProblem, personName } from "../../domain/account.ts";
import { sayReason } from "../../words/render.ts";
import { isOurs } from "../visitor.ts";
import { AppSection, CodesSection, PasskeysSection } from "./account-sections.tsx";
import { pageAnswer, seeOther } from "./answers.ts";
import { Person } from "./connected-apps.tsx";
import { staleForm, unreadableForm } from "./message-pages.tsx";
import { Name } from "./page.tsx";
import { ACCOUNT_PATH, accountAt, CODES_PATH, nextPath, purposeOf, START_PATH } from "./paths.ts";
import { shownName } from "./shown-name.ts";
import { scriptsFor, signInPath } from "./sign-in.tsx";
import type { Visit } from "./visit.ts";

const NOTICES: Readonly<Record<string, string>> = {
  added: "Second factor added. Use it the next time you sign in.",
  renamed: "Passkey renamed.",
  removed: "Second factor removed. It no longer works.",
};
const KEPT =
  "Not removed: this is your only second factor, and this server requires one. Add another one first.";
const GONE = "Nothing was changed: the passkey or app was already removed.";

export function ownVisit(visit: Visit, path: string): { owner: SignedIn; own: Visit } | Response {
  // `enrolling`: a person who must add a second factor before they use any other page.
  const owner = visit.signedIn ?? visit.enrolling;
  if (owner === null) return seeOther(signInPath(path));
  return { owner, own: { ...visit, signedIn: owner } };
}

export async function showAccount(visit: Visit): Promise<Response> {
  const found = ownVisit(visit, ACCOUNT_PATH);
  if (found instanceof Response) return found;
  const notice = NOTICES[visit.url.searchParams.get("done") ?? ""] ?? null;
  return overview(found.own, found.owner, { notice });
}

export async function submitAccount(visit: Visit, fields: URLSearchParams): Promise<Response> {
  const found = ownVisit(visit, ACCOUNT_PATH);
  if (found instanceof Response) return found;
  const { owner, own } = found;
  const action = fields.get("action") ?? "";
  const id = (fields.get("id") ?? "").slice(0, 1400);
  if (!isOurs(own, purposeOf(action, id), fields)) return staleForm(own.browser.isNew);
  const next = nextPath(fields.get("next"), own.desk.origin);
  const { factors } = own.desk;
  // A stranger at the person's unlocked browser must not be able to add a passkey.
  if (!isFresh(owner, own.desk.clock())) return seeOther(signInAgain(next));
  const name = (fields.get("name") ?? "").slice(0, 300);
  switch (action) {
    case "add-passkey":
      return addPasskey(own, owner, { name, answer: fields.get("response") ?? "", next });
    case "rename-passkey": {
      const problem = nameProblem(personName(name));
      if (problem !== null) {
        return overview(own, owner, { alert: sayReason(problem, "host"), status: 400 });
      }
      const done = await factors.renamePasskey(owner, id, personName(name));
      return told(own, owner, next, done ? "renamed" : "none");
    }
    case "remove-passkey":
      return told(own, owner, next, await factors.removePasskey(owner, id));
    case "remove-app":
      return told(own, owner, next, await factors.removeTotp(owner));
    case "new-codes": {
      const codes = await factors.newCodes(owner);
      return codes === null ? told(own, owner, next, "none") : codesMade(own, owner, codes, next);
    }
    default:
      return unreadableForm();
  }
}

const signInAgain = (next: string): string =>
  signInPath(accountAt(ACCOUNT_PATH, next), { again: true });

async function addPasskey(
  own: Visit,
  owner: SignedIn,
  { name, answer, next }: { readonly name: string; readonly answer: string; readonly next: string },
): Promise<Response> {
  const added = await own.desk.passkeys.enrol(owner, name, answer, own.browser.secrets);
  if (!added.ok)
    return overview(own, owner, { alert: sayReason(added.reason, "host"), status: 400 });
  return added.codes === null
    ? seeOther(`${accountAt(ACCOUNT_PATH, next)}&done=added`)
    : codesMade(own, owner, added.codes, next);
}

export function codesMade(
  { desk }: Visit,
  { sessionId }: SignedIn,
  codes: readonly string[],
  next: string,
): Response {
  desk.newCodes.put(sessionId, CODES_PATH, codes.join("\n"));
  return seeOther(accountAt(CODES_PATH, next));
}

function told(
  own: Visit,
  owner: SignedIn,
  next: string,
  done: Removal | "renamed",
): Response | Promise<Response> {
  if (done === "kept") return overview(own, owner, { alert: KEPT, status: 409 });
  if (done === "none") return overview(own, owner, { alert: GONE, status: 409 });
  return seeOther(`${accountAt(ACCOUNT_PATH, next)}&done=${done}`);
}

async function overview(
  own: Visit,
  owner: SignedIn,
  above: {
    readonly notice?: string | null;
    readonly alert?: string;
    readonly status?: number;
  } = {},
): Promise<Response> {
  const { desk, browser, enrolling, url } = own;
  const { user } = owner;
  const next = nextPath(url.searchParams.get("next"), desk.origin);
  const held = desk.factors.held(user.id);
  const mayChange = isFresh(owner, desk.clock());
  const options = mayChange ? await desk.passkeys.enrolOptions(user, browser.secrets[0]) : null;
  const scripts = scriptsFor(options);
  const shown = { own, owner, held, mayChange, next, options };
  const hasFactor = held.passkeys.length > 0 || held.totpSince !== null;
  return pageAnswer({
    status: above.status ?? 200,
    headers: scripts.headers,
    title: "Your account",
    wide: true,
    notice: above.notice ?? null,
    alert: above.alert ?? null,
    script: scripts.path,
    aside: <Person visit={own} signedIn={owner} />,
    children: (
      <>
        <p class="lead">
          How <Name>{shownName(user.name, user.email)}</Name> ({user.email}) signs in.
        </p>
        {enrolling !== null && !hasFactor && (
          <p class="notice care">
            This server requires more than a password. Add a passkey or an authenticator app to
            continue.
          </p>
        )}
        {enrolling === null && (
          <p>
            <a href={START_PATH}>To your restaurant</a>
          </p>
        )}
        {!mayChange && (
          <p class="notice care">
            You signed in a while ago.{" "}
            <a href={signInAgain(next)}>Sign in again to change anything here</a>.
          </p>
        )}
        <PasskeysSection {...shown} />
        <AppSection {...shown} />
        {hasFactor && <CodesSection {...shown} />}
      </>
    ),
  });
}
