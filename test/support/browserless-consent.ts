import { createAsk } from "../../src/cli/doctor/exchange.ts";
import { type Form, submission } from "./html-forms.ts";
import { createBrowser, type Visited } from "./plain-browser.ts";

const ask = createAsk({ timeoutMs: 10_000, maxBytes: 1024 * 1024 });
const MAX_PAGES = 5;

/** The person who consents, and their decision. */
export interface Person {
  readonly email: string;
  readonly password: string;
  /** The selected brands. By default all that the page offers. */
  readonly brands?: readonly string[];
  /** False: declines. */
  readonly approve?: boolean;
}

/**
 * Signs in and consents by sending the real forms. Returns the client's address to which the last
 * page redirects. Throws an Error if no page redirects to the client.
 */
export async function consentTo(
  authorizationUrl: URL | string,
  person: Person,
  redirectUri = new URL(authorizationUrl).searchParams.get("redirect_uri") ?? "",
): Promise<URL> {
  const browser = createBrowser(ask, (url) => url.startsWith(redirectUri));
  let page = await browser.open(String(authorizationUrl));
  for (let pages = 0; pages < MAX_PAGES && !page.arrived; pages += 1) {
    const form = formOf(page);
    const hasPassword = form.fields.some(({ type }) => type === "password");
    const fields = hasPassword ? credentials(form, person) : decision(form, person);
    page = await browser.submit(page, form, fields);
  }
  if (!page.arrived) throw new Error(`The pages led to ${page.url}: ${page.status} ${page.html}`);
  return new URL(page.url);
}

/**
 * The first form that asks for a password, has a checkbox or has several buttons. If there is none,
 * the first form of the page.
 */
function formOf(page: Visited): Form {
  const posts = page.forms.filter(({ method }) => method === "post");
  const asks = ({ fields, buttons }: Form): boolean =>
    fields.some(({ type }) => type === "password" || type === "checkbox") || buttons.length > 1;
  const form = posts.find(asks) ?? posts[0];
  if (form === undefined) throw new Error(`No form: ${page.url}: ${page.status} ${page.html}`);
  return form;
}

function credentials(form: Form, { email, password }: Person): URLSearchParams {
  const values = form.fields
    .filter(({ type }) => type !== "hidden")
    .map(({ name, type }) => [name, type === "password" ? password : email]);
  return submission(form, form.buttons[0], Object.fromEntries(values));
}

function decision(form: Form, { brands, approve = true }: Person): URLSearchParams {
  const fields = form.fields.map((field) =>
    field.type === "checkbox"
      ? { ...field, checked: brands?.includes(field.value) ?? true }
      : field,
  );
  const words = approve ? /allow|approve|connect/i : /deny|decline|cancel|refuse/i;
  const button = form.buttons.find(({ label, value }) => words.test(`${value} ${label}`));
  if (button === undefined) throw new Error(`No such button: ${JSON.stringify(form.buttons)}`);
  return submission({ ...form, fields }, button);
}
