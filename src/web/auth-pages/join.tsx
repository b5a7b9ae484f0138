/** @jsxImportSource hono/jsx */
import { JOIN_PATH } from "../../auth/account-links.ts";
import { notices } from "../../words/en/host/notices.ts";
import { sayReason } from "../../words/render.ts";
import { CsrfField } from "../csrf-field.tsx";
import { csrfFor, isOurs } from "../visitor.ts";
import { pageAnswer } from "./answers.ts";
import { noticePage, staleForm } from "./message-pages.tsx";
import { NewPassword, NOT_THE_SAME, type Problems, passwordIn } from "./new-password.tsx";
import { Name } from "./page.tsx";
import { START_PATH } from "./paths.ts";
import { shownName } from "./shown-name.ts";
import { type Visit, welcome } from "./visit.ts";

const PURPOSE = "join";

const tokenOf = ({ url }: Visit): string => url.pathname.slice(JOIN_PATH.length);

export async function showJoin(visit: Visit): Promise<Response> {
  return form(visit);
}

export async function submitJoin(visit: Visit, fields: URLSearchParams): Promise<Response> {
  const { desk, browser } = visit;
  if (!isOurs(visit, PURPOSE, fields)) return staleForm(browser.isNew);
  const password = passwordIn(fields);
  if (password === null) return form(visit, NOT_THE_SAME);
  const chosen = await desk.accountLinks.choosePassword(tokenOf(visit), password);
  if (chosen.ok) return (await welcome(visit, chosen.user, START_PATH)) ?? closed("unknown");
  return chosen.state === "open"
    ? form(visit, { password: sayReason(chosen.reason, "host") })
    : closed(chosen.state);
}

function form(visit: Visit, problems: Problems = {}): Promise<Response> {
  const link = visit.desk.accountLinks.openLink(tokenOf(visit));
  if (link.state !== "open") return closed(link.state);
  const { name, email } = link.user;
  const isWrong = Object.keys(problems).length > 0;
  return pageAnswer({
    status: isWrong ? 400 : 200,
    title: "Choose a password",
    alert: isWrong ? "Please look at the marked field." : null,
    children: (
      <>
        <p class="lead">
          For <Name>{shownName(name, email)}</Name>. You sign in with <Name>{email}</Name> and the
          password that you choose here. This link works once.
        </p>
        <form method="post" class="stack">
          <CsrfField token={csrfFor(visit, PURPOSE)} />
          {/* Lets password managers store the e-mail address with the password. */}
          <input type="hidden" name="username" value={email} autocomplete="username" />
          <NewPassword problems={problems} autofocus />
          <button type="submit">Save and sign in</button>
        </form>
      </>
    ),
  });
}

const closed = (state: "expired" | "unknown"): Promise<Response> =>
  state === "expired"
    ? noticePage(410, notices.joinExpired, { signIn: true })
    : noticePage(404, notices.joinUnknown, { signIn: true });
