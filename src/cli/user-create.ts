import { createPasswords, passwordCost } from "../auth/passwords.ts";
import { emailOf, emailProblem, nameProblem, personName } from "../domain/account.ts";
import { ROLES, type Role } from "../domain/caller.ts";
import { newUser } from "../operations/team/team-changes.ts";
import type { UserRow } from "../storage/stores.ts";
import { brandNamed } from "./brand-show.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { type Instance, withInstance } from "./instance.ts";
import { newPassword, PASSWORD_FLAG } from "./user-new-password.ts";
import { CliError, type CliIo, type Flags, usageError, type Verb } from "./verb.ts";

/** Who gets an account. No brands: owner of the house, which is every brand. */
export interface UserWish {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly brands: readonly string[];
}

/** `maitred user create`: an account for somebody who signs in. */
export const userCreate: Verb = {
  name: "user create",
  summary: "Make an account for somebody who signs in.",
  positionals: [],
  flags: {
    email: { type: "string", required: true, value: "EMAIL", help: "What they sign in with." },
    name: { type: "string", required: true, value: "NAME", help: "What they are called." },
    role: {
      type: "string",
      required: true,
      value: "ROLE",
      choices: ROLES.toReversed(),
      help: `What they are in each brand: ${ROLES.toReversed().join(", ")}.`,
    },
    brand: {
      type: "string",
      multiple: true,
      value: "SLUG",
      help: "A restaurant they work in; an owner without one owns all, those to come included.",
    },
    ...PASSWORD_FLAG,
    ...DATA_FLAG,
  },
  run: async ({ flags, config, io }) => {
    const wish = wishOf(flags);
    const { password, made } = await newPassword(flags, io, wish);
    return await withInstance({ config, io }, {}, async (instance) => {
      const { id, email, name } = await addUser(instance, io, wish, password);
      const brands = instance.stores.users.teamsOf(id).map(({ brand }) => brand);
      const json = { id, email, brands, role: wish.role };
      const where = wish.brands.length === 0 ? "the whole house" : brands.join(", ");
      const done = `${name} (${email}) is ${wish.role} of ${where}.`;
      if (!made) return { json, text: done };
      const text = `${done} The password is shown only now: pass it on safely.`;
      return { json: { ...json, password }, secret: password, text };
    });
  },
};

/** Makes and stores an account. Refuses with USER_EXISTS, BRAND_UNKNOWN. */
export async function addUser(
  { stores, writer, environment, now }: Pick<Instance, "stores" | "writer" | "environment" | "now">,
  io: Pick<CliIo, "random">,
  { email, name, role, brands }: UserWish,
  password: string,
): Promise<UserRow> {
  const passwordHash = await createPasswords({ cost: passwordCost(environment) }).hash(password);
  return await writer.write(() => {
    for (const slug of brands) brandNamed(stores, slug);
    if (stores.users.byEmail(email) !== null) {
      throw new CliError("USER_EXISTS", `${email} has an account already. See: maitred user list`);
    }
    const at = now();
    const ownsHouse = brands.length === 0;
    const user = newUser({ email, name, passwordHash, ownsHouse }, at, io.random);
    stores.users.insert(user);
    stores.securityEvents.insert({ at, kind: "user_created", userId: user.id });
    for (const brand of brands) {
      stores.users.join(user.id, brand, role, at);
      const after = { userId: user.id, name, role };
      const change = { brand, operation: "user_create", before: {}, after };
      stores.audit.insert(operatorChange(io, at, change));
    }
    return user;
  });
}

function wishOf(flags: Flags): UserWish {
  const email = emailOf(flags.required("email"));
  const name = personName(flags.required("name"));
  const brands = [...new Set(flags.list("brand"))];
  const problem = emailProblem(email) ?? nameProblem(name);
  if (problem !== null) throw usageError(problem);
  const role = roleOf(flags);
  if (brands.length === 0 && role !== "owner") throw usageError(`A ${role} needs --brand SLUG.`);
  return { email, name, role, brands };
}

/** The role that `--role` names. Refuses with USAGE. */
export function roleOf(flags: Flags): Role {
  const text = flags.required("role");
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw usageError(`--role takes ${ROLES.join(", ")}, not ${text}.`);
  return role;
}
