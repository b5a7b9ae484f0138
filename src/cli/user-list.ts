import { emailOf } from "../domain/account.ts";
import type { Role } from "../domain/caller.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { table } from "./print.ts";
import { CliError, type Verb } from "./verb.ts";

/** `maitred user list`: who has an account, and what they are in which brand. */
export const userList: Verb = {
  name: "user list",
  summary: "List the accounts.",
  positionals: [],
  flags: DATA_FLAG,
  run: async ({ config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores }) => {
      const users = stores.users.list().map((user) => shown(user, stores));
      return { json: { users }, text: table(HEADINGS, users.map(cells)), plain: true };
    }),
};

/** The account of an e-mail address. Refuses with NOT_FOUND. */
export function userNamed(stores: Pick<Stores, "users">, text: string): UserRow {
  const user = stores.users.byEmail(emailOf(text));
  if (user !== null) return user;
  throw new CliError("NOT_FOUND", `${text} has no account. See: maitred user list`);
}

/** What a user is in which brand, as answers say it. */
export const rolesShown = (
  { users }: Pick<Stores, "users">,
  userId: string,
): { readonly slug: string; readonly role: Role }[] =>
  users.teamsOf(userId).map(({ brand, role }) => ({ slug: brand, role }));

const HEADINGS = ["EMAIL", "NAME", "BRANDS", "SINCE", "STATE"];

const shown = (user: UserRow, { users }: Stores) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  ownsHouse: user.ownsHouse,
  brands: rolesShown({ users }, user.id),
  createdAt: user.createdAt,
  disabledAt: user.disabledAt,
});

function cells(user: ReturnType<typeof shown>): string[] {
  const teams = user.brands.map(({ slug, role }) => `${slug}:${role}`).join(",");
  const state = user.disabledAt === null ? "active" : `disabled ${day(user.disabledAt)}`;
  const brands = user.ownsHouse ? "all:owner" : teams || "none";
  return [user.email, user.name, brands, day(user.createdAt), state];
}

const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
