import { hiddenFields, Visitor } from "../support/desk-evening.ts";
import { decoded } from "../support/html-forms.ts";
import type { Desk } from "./support.ts";

/** A user at the dashboard, in a browser without scripts. */
export interface Host {
  /** Submits the form of an operation and does not follow the redirect. */
  send(operation: string, fields: Record<string, string>): Promise<Response>;
  /** Submits the form of an operation and returns the text of the next page. */
  press(operation: string, fields: Record<string, string>): Promise<string>;
  /** The text of one of the brand's pages. */
  read(path?: string): Promise<string>;
}

interface Person {
  readonly email: string;
  readonly password: string;
}

/** The text of a page without its tags. */
const wordsOf = (html: string): string =>
  decoded(html.replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, " ").replace(/<[^>]+>/g, " ")).replace(
    /\s+/g,
    " ",
  );

/** Signs a user in to a brand's dashboard. */
export async function hostAt(desk: Desk, brand: string, person: Person): Promise<Host> {
  const visitor = new Visitor(desk.ready.url);
  await visitor.signIn(person);
  const home = `/b/${brand}`;
  const pageOf = async (path: string): Promise<string> => {
    const page = await visitor.get(path);
    if (page.status !== 200) throw new Error(`${path}: HTTP ${page.status}`);
    return page.text();
  };
  const { csrf = "" } = hiddenFields(await pageOf(home), `${home}/do/`);
  const send: Host["send"] = (operation, fields) =>
    visitor.post(`${home}/do/${operation}`, { csrf, back: home, ...fields });
  return {
    send,
    read: async (path = "") => wordsOf(await pageOf(home + path)),
    async press(operation, fields) {
      const answer = await send(operation, fields);
      const next = answer.headers.get("location");
      if (next?.includes("/sign-in") === true) throw new Error(`${operation}: signed out`);
      return wordsOf(next === null ? await answer.text() : await pageOf(next));
    },
  };
}

/** Makes an account with this role in these brands, on the command line. */
export async function account(desk: Desk, role: string, ...brands: string[]): Promise<Person> {
  const person = { email: `${role}-${brands.join("-")}@example.com`, password: PASSWORD };
  const words = ["user", "create", "--email", person.email, "--name", `Sam the ${role}`];
  const where = brands.flatMap((brand) => ["--brand", brand]);
  await desk.setUp([...words, "--role", role, ...where, "--password-stdin"], PASSWORD);
  return person;
}

const PASSWORD = "correct horse battery staple";
