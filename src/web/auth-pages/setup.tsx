/** @jsxImportSource hono/jsx */
import { SETUP_PATH } from "../../auth/setup-link.ts";
import { sayReason } from "../../words/render.ts";
import { CsrfField } from "../csrf-field.tsx";
import { csrfFor, isOurs } from "../visitor.ts";
import { pageAnswer } from "./answers.ts";
import { closedSetup, staleForm } from "./message-pages.tsx";
import { NewPassword, NOT_THE_SAME, type Problems, passwordIn } from "./new-password.tsx";
import { Field } from "./page.tsx";
import { NEW_RESTAURANT_PATH, START_PATH } from "./paths.ts";
import { type Visit, welcome } from "./visit.ts";

const PURPOSE = "setup";

interface Shown {
  readonly name?: string;
  readonly email?: string;
  readonly problems?: Problems;
}

const tokenOf = ({ url }: Visit): string => url.pathname.slice(SETUP_PATH.length);

export async function showSetup(visit: Visit): Promise<Response> {
  const state = visit.desk.setup.openSetup(tokenOf(visit));
  return state === "open" ? form(visit) : closedSetup(state);
}

export async function submitSetup(visit: Visit, fields: URLSearchParams): Promise<Response> {
  const { desk, browser } = visit;
  const token = tokenOf(visit);
  const state = desk.setup.openSetup(token);
  if (state !== "open") return closedSetup(state);
  if (!isOurs(visit, PURPOSE, fields)) return staleForm(browser.isNew);
  const text = (name: string): string => fields.get(name) ?? "";
  const typed = { name: text("name").slice(0, 300), email: text("email").slice(0, 300) };
  const password = passwordIn(fields);
  if (password === null) return form(visit, { ...typed, problems: NOT_THE_SAME });
  const outcome = await desk.setup.completeSetup(token, { ...typed, password });
  if (outcome.ok) return (await welcome(visit, outcome.user, START_PATH)) ?? closedSetup("used");
  if (outcome.state !== "open") return closedSetup(outcome.state);
  return form(visit, {
    ...typed,
    problems: { [outcome.field]: sayReason(outcome.reason, "host") },
  });
}

function form(visit: Visit, shown: Shown = {}): Promise<Response> {
  const { name = "", email = "", problems = {} } = shown;
  const [wrong] = Object.keys(problems);
  return pageAnswer({
    status: wrong === undefined ? 200 : 400,
    title: "Set up maitred",
    alert: wrong !== undefined ? "Please look at the marked field." : null,
    children: (
      <>
        <p class="lead">
          The first account owns every restaurant on this server, including future ones. This link
          works once.
        </p>
        <form method="post" class="stack">
          <CsrfField token={csrfFor(visit, PURPOSE)} />
          <Field
            label="Your name"
            name="name"
            type="text"
            value={name}
            problem={problems["name"]}
            autocomplete="name"
            autofocus={(wrong ?? "name") === "name"}
          />
          <Field
            label="E-mail"
            name="email"
            type="email"
            value={email}
            hint="You sign in with this address. Nothing is sent to it."
            problem={problems["email"]}
            autocomplete="username"
            autofocus={wrong === "email"}
          />
          <NewPassword problems={problems} autofocus={wrong === "password" || wrong === "again"} />
          <button type="submit">Create the account</button>
        </form>
        {visit.desk.stores.brands.list().length === 0 && (
          <div class="foot">
            <p>
              Next you add your restaurant: its name, where it is and when it opens. This takes a
              minute.
            </p>
          </div>
        )}
      </>
    ),
  });
}

export const FirstBrand = ({ ownsInstance }: { readonly ownsInstance: boolean }) =>
  ownsInstance ? (
    <>
      <p>There is no restaurant yet.</p>
      <p>
        <a class="button" href={NEW_RESTAURANT_PATH}>
          Add your restaurant
        </a>
      </p>
    </>
  ) : (
    <p>There is no restaurant yet. Ask the person who set up this server to add one.</p>
  );
