import { asOperator } from "../../src/cli/operator-verb.ts";
import { hashed } from "../../src/cli/user.ts";
import type { Role } from "../../src/domain/caller.ts";
import { createUser } from "../../src/operations/access/create-user.ts";
import { Visitor } from "./desk-evening.ts";
import type { DeskWithUser } from "./desk-with-user.ts";
import { decoded } from "./html-forms.ts";

const PASSWORD = "correct horse battery staple";

/** Adds a user with a role in one brand. Returns the e-mail address and the password. */
export async function accountWith(
  role: Role,
  desk: DeskWithUser,
  brand: string,
): Promise<{ readonly email: string; readonly password: string }> {
  const { stores, writer, clock } = desk.server;
  const person = { email: `${role}-${crypto.randomUUID()}@example.com`, name: `Sam the ${role}` };
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const instance = { stores, writer, environment: "test", now: clock } as const;
  const wish = { ...person, role, brands: [brand] };
  await asOperator(instance, { random })(createUser, wish, await hashed(PASSWORD, "test"));
  return { email: person.email, password: PASSWORD };
}

/** Signs in a user with a role in one brand, with a browser without scripts. */
export async function personWith(role: Role, desk: DeskWithUser, brand: string): Promise<Visitor> {
  const account = await accountWith(role, desk, brand);
  const visitor = new Visitor(desk.url);
  const answer = await visitor.signIn(account);
  if (answer.status !== 303) throw new Error(`${account.email} cannot sign in: ${answer.status}`);
  return visitor;
}

/** Every field of a form as a browser would send it, including fields elsewhere on the page. */
export function fieldsOf(page: string, form: string): Record<string, string> {
  const own = new RegExp(`<form[^>]*id="${form}"[\\s\\S]*?</form>`).exec(page)?.[0] ?? "";
  const elsewhere = page.match(new RegExp(`<input[^>]*form="${form}"[^>]*>`, "g")) ?? [];
  const inputs = [...elsewhere, ...(own.match(/<input[^>]*>/g) ?? [])];
  const fields: Record<string, string> = {};
  for (const input of inputs) {
    const part = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    const name = part("name");
    const choice = /type="(?:radio|checkbox)"/.test(input);
    if (name === undefined || (choice && !/ checked/.test(input))) continue;
    fields[name] = decoded(part("value") ?? "");
  }
  for (const [, name = "", text = ""] of own.matchAll(
    /<textarea[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g,
  )) {
    fields[name] = decoded(text);
  }
  return fields;
}
