import { authorizationRequest, freshSecrets, responseFault } from "./authorization.ts";
import { createBrowser, type Visited } from "./browser.ts";
import { textIn } from "./exchange.ts";
import { failed, KNOWN_CLIENTS, notTried, ok, shortened } from "./finding.ts";
import { type Button, type Form, submission } from "./forms.ts";
import type { Step, Visit } from "./visit.ts";

const MAX_PAGES = 6;
const APPROVES = /allow|approve|accept|authori[sz]e|grant|consent|connect|continue|yes/i;
const DECLINES = /deny|cancel|reject|refuse|decline|don.t|not now|sign out/i;

/** A person signs in and agrees, through the pages that people see. */
export const consent: Step = {
  name: "sign_in_and_consent",
  title: "Sign-in and consent lead back to the client with a code",
  async run(visit) {
    const { account } = visit;
    if (account === null) return notTried("give --email and --password-stdin to walk on from here");
    const secrets = freshSecrets(visit);
    const url = authorizationRequest(visit, secrets);
    if (url === null || visit.client === null) return notTried("there is no authorization request");
    const { redirectUri } = visit.client;
    const browser = createBrowser(visit.ask, (address) => address.startsWith(redirectUri));
    let page = await browser.open(url);
    let hasSignedIn = false;
    const seen: string[] = [];
    for (let pages = 0; pages < MAX_PAGES && !page.arrived; pages += 1) {
      const signIn = page.forms.find(hasPassword);
      if (signIn !== undefined && !isAt(page, visit.server)) return elsewhere(page);
      if (signIn !== undefined && hasSignedIn) return notAccepted(page);
      const form = signIn ?? agreementForm(page);
      if (form === undefined) return noForm(page);
      hasSignedIn ||= signIn !== undefined;
      seen.push(signIn === undefined ? "consented" : "signed in");
      const fields = signIn === undefined ? agreement(form) : credentials(form, account);
      page = await browser.submit(page, form, fields);
    }
    if (!page.arrived) return noForm(page);
    const response = new URL(page.url);
    const fault = responseFault(visit, response, secrets.state);
    if (fault !== null) return fault;
    visit.grant = {
      code: response.searchParams.get("code") ?? "",
      verifier: secrets.verifier,
    };
    const iss = response.searchParams.has("iss") ? ", with iss" : "";
    return ok(`${seen.join(", ")}, a code came back${iss}`);
  },
};

/** Whether a page belongs to the authorization server: a password is typed in nowhere else. */
const isAt = ({ url }: Visited, server: Visit["server"]): boolean =>
  ["issuer", "authorization_endpoint"].some((name) => {
    const address = textIn(server, name);
    return address !== null && URL.parse(address)?.origin === new URL(url).origin;
  });

const elsewhere = ({ url }: Visited) =>
  notTried(`the sign-in is at ${new URL(url).origin}, where this password may not belong`);

const hasPassword = ({ fields }: Form): boolean => fields.some(({ type }) => type === "password");

function credentials(
  form: Form,
  { email, password }: { readonly email: string; readonly password: string },
): URLSearchParams {
  const isName = ({ type }: { readonly type: string }): boolean =>
    type === "email" || type === "text";
  const values = Object.fromEntries(
    form.fields
      .filter((field) => field.type === "password" || isName(field))
      .map(({ name, type }) => [name, type === "password" ? password : email]),
  );
  return submission(form, form.buttons[0], values);
}

/** Everything that is offered, and the button that agrees. */
function agreement(form: Form): URLSearchParams {
  const fields = form.fields.map((field) =>
    field.type === "checkbox" ? { ...field, checked: true } : field,
  );
  return submission({ ...form, fields }, agreeing(form.buttons));
}

/** The form to agree with; a page may hold others, to sign out for one. */
function agreementForm({ forms }: Visited): Form | undefined {
  const posts = forms.filter(({ method }) => method === "post");
  return posts.find(({ buttons }) => buttons.some(agrees)) ?? posts[0];
}

const wordsOf = ({ name, value, label }: Button): string => `${name} ${value} ${label}`;
const declines = (button: Button): boolean => DECLINES.test(wordsOf(button));
const agrees = (button: Button): boolean => !declines(button) && APPROVES.test(wordsOf(button));

const agreeing = (buttons: readonly Button[]): Button | undefined =>
  buttons.find(agrees) ?? buttons.find((button) => !declines(button)) ?? buttons[0];

const notAccepted = ({ status, url }: Visited) =>
  failed(`the sign-in form came back (${status} from ${new URL(url).pathname})`, {
    clients: [],
    why: "The e-mail address and the password were not accepted.",
    todo: "Check both. Nothing behind the sign-in was looked at.",
  });

const noForm = ({ status, url, html }: Visited) =>
  failed(`${status} from ${new URL(url).origin}${new URL(url).pathname}: ${titleOf(html)}`, {
    clients: status >= 400 ? KNOWN_CLIENTS : [],
    why:
      status >= 400
        ? "The person who signs in sees this page instead of being sent back."
        : "There is no form here that can be sent without a browser; a person may get further.",
    todo: "Open the same address in a browser.",
  });

const titleOf = (html: string): string =>
  shortened(/<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? "no page");
