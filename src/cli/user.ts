import { passwordOwner } from "../auth/new-password.ts";
import { createPasswords, passwordCost } from "../auth/passwords.ts";
import { emailOf } from "../domain/account.ts";
import { type Environment, ROLES, type Role } from "../domain/caller.ts";
import { changeRole } from "../operations/access/change-role.ts";
import { closeAccount } from "../operations/access/close-account.ts";
import { createUser } from "../operations/access/create-user.ts";
import { openAccount } from "../operations/access/open-account.ts";
import { resetSecondFactor } from "../operations/access/reset-second-factor.ts";
import { setPassword } from "../operations/access/set-password.ts";
import { takeOut } from "../operations/access/take-out.ts";
import type { NewSecret } from "../operations/define.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import { requireBrands, slugsIn } from "./known-brands.ts";
import { listVerb } from "./list-verb.ts";
import { madePassword, newPassword, PASSWORD_FLAG } from "./new-password.ts";
import { type Asked, operatorVerb } from "./operator-verb.ts";
import { dayOf, pick } from "./print.ts";
import {
  type Answer,
  CliError,
  type DeclaredFlags,
  textFlag,
  usageError,
  type Verb,
} from "./verb.ts";

const ROLE_CHOICES = ROLES.toReversed();
const roleFlag = (help: string) => ({
  to: "role",
  choices: ROLE_CHOICES,
  help: `${help}: ${ROLE_CHOICES.join(", ")}.`,
});

const teamFlag = (help: string): DeclaredFlags => ({
  brand: textFlag("SLUG", help, { multiple: true, required: true }),
});

const userCreate: Verb = operatorVerb({
  name: "user create",
  summary: "Create an account for somebody who signs in.",
  operation: createUser,
  flags: {
    email: "email",
    name: "name",
    role: roleFlag("Their role in each restaurant"),
    brand: {
      to: "brands",
      value: "SLUG",
      help: "A restaurant they work in. An owner without --brand owns all restaurants, including future ones.",
    },
  },
  ownFlags: PASSWORD_FLAG,
  async prepare({ flags, io, stores, environment }) {
    const brands = flags.list("brand");
    const role = flags.required("role") as Role;
    if (brands.length === 0 && role !== "owner") throw usageError(`A ${role} needs --brand SLUG.`);
    requireBrands(slugsIn(stores), brands);
    const [email, name] = [emailOf(flags.required("email")), flags.required("name")];
    const { password, made } = await newPassword(flags, io, { email, name, brands });
    return { secret: () => hashed(password, environment), kept: made ? password : null };
  },
  answer({ id, email, name }, { flags, stores }, password) {
    const role = flags.text("role");
    const brands = stores.users.teamsOf(id).map(({ brand }) => brand);
    const where = flags.has("brand") ? brands.join(", ") : "every restaurant";
    const done = `${name} (${email}) is ${role} of ${where}.`;
    return withPassword({ id, email, brands, role }, done, password);
  },
});

const userList: Verb = listVerb({
  name: "user list",
  summary: "List the accounts.",
  of: "users",
  rows: ({ stores }) =>
    stores.users.list().map((user) => ({ ...user, teams: rolesOf(stores, user) })),
  shown: ({ teams, ...user }) => ({
    ...pick(user, "id", "email", "name", "ownsInstance"),
    brands: teams,
    ...pick(user, "createdAt", "disabledAt"),
  }),
  columns: {
    EMAIL: ({ email }) => email,
    NAME: ({ name }) => name,
    BRANDS: ({ ownsInstance, teams }) =>
      ownsInstance ? "all:owner" : inWords(teams, ",") || "none",
    SINCE: ({ createdAt }) => dayOf(createdAt),
    STATE: ({ disabledAt }) => dayOf(disabledAt, "active", "disabled "),
  },
});

const userRole: Verb = operatorVerb({
  name: "user role",
  summary:
    "Change somebody's role, or add them to the team of another restaurant (with a new password).",
  positionals: ["EMAIL"],
  operation: changeRole,
  flags: { role: roleFlag("Their new role") },
  ownFlags: teamFlag(
    "A restaurant where they get the role. If they are not in its team, they join it, with a new password.",
  ),
  prepare(asked) {
    const { kept, input } = inTeams(asked);
    const { stores, io, environment } = asked;
    const held = rolesOf(stores, kept).map(({ slug }) => slug);
    const stays = [input.brand, ...input.alsoIn].every((slug) => held.includes(slug));
    // Owners of the user's other teams may know the password, so joining a team requires a new password.
    const password = stays ? null : madePassword(io);
    const secret = password === null ? {} : { secret: () => hashed(password, environment) };
    return { kept: { ...kept, password }, input, ...secret };
  },
  answer: (_, asked, { password, ...user }) =>
    teamsShown(asked, user, `is ${asked.flags.text("role")} of`, password),
});

const userLeave: Verb = operatorVerb({
  name: "user leave",
  summary: "Remove somebody from restaurants' teams; disconnects their apps.",
  positionals: ["EMAIL"],
  operation: takeOut,
  ownFlags: teamFlag("A restaurant whose team they leave."),
  prepare: inTeams,
  answer: (_, asked, user) => teamsShown(asked, user, "has left", null),
});

const userPassword: Verb = operatorVerb({
  name: "user password",
  summary: "Set a new password for somebody; signs them out and disconnects their apps.",
  positionals: ["EMAIL"],
  operation: setPassword,
  ownFlags: PASSWORD_FLAG,
  async prepare(asked) {
    const { flags, io, stores, environment } = asked;
    const { input, kept: user } = userNamed(asked);
    const { password, made } = await newPassword(flags, io, passwordOwner(stores, user));
    const secret = () => hashed(password, environment);
    return { input, secret, kept: { email: user.email, password: made ? password : null } };
  },
  answer: ({ id }, _, { email, password }) =>
    withPassword(
      { id, email },
      `${email} has a new password, is signed out everywhere and has no connected apps.`,
      password,
    ),
});

const userResetFactor: Verb = operatorVerb({
  name: "user reset-factor",
  summary: "Remove somebody's passkeys, authenticator app and recovery codes; signs them out.",
  positionals: ["EMAIL"],
  operation: resetSecondFactor,
  prepare: userNamed,
  answer({ id, changed }, _, { email }) {
    const text = changed
      ? `${email} no longer has a second factor and is signed out everywhere. The password is unchanged.`
      : `${email} had no second factor.`;
    return { json: { id, email, changed }, text };
  },
});

const userDisable: Verb = operatorVerb({
  name: "user disable",
  summary: "Close somebody's account; signs them out and disconnects their apps.",
  positionals: ["EMAIL"],
  operation: closeAccount,
  prepare: userNamed,
  answer: ({ id }, { stores }, { email }) => ({
    json: { id, email, disabledAt: stores.users.byId(id)?.disabledAt ?? null },
    text: `The account of ${email} is closed.`,
  }),
});

const userEnable: Verb = operatorVerb({
  name: "user enable",
  summary: "Reopen a closed account, with its password and its teams.",
  positionals: ["EMAIL"],
  operation: openAccount,
  prepare: userNamed,
  answer: ({ id }, { stores }, user) => ({
    json: { id, email: user.email, brands: rolesOf(stores, user), disabledAt: null },
    text: `The account of ${user.email} is open. Apps have to be connected again.`,
  }),
});

function userNamed({ stores, positionals: [text = ""] }: Pick<Asked, "stores" | "positionals">) {
  const user = stores.users.byEmail(emailOf(text));
  if (user !== null) return { input: { id: user.id }, kept: user };
  throw new CliError("NOT_FOUND", `${text} has no account. See: maitred user list`);
}

function inTeams(asked: Asked) {
  const [brand = "", ...alsoIn] = asked.flags.list("brand").map((slug) => slug.trim());
  const { input, kept } = userNamed(asked);
  requireBrands(slugsIn(asked.stores), [brand, ...alsoIn]);
  return { input: { ...input, brand, alsoIn }, kept };
}

const rolesOf = ({ users }: Stores, { id }: Pick<UserRow, "id">) =>
  users.teamsOf(id).map(({ brand, role }) => ({ slug: brand, role }));

const inWords = (teams: ReturnType<typeof rolesOf>, between: string): string =>
  teams.map(({ slug, role }) => `${slug}:${role}`).join(between);

function teamsShown(
  { stores, flags }: Asked,
  user: Pick<UserRow, "id" | "email">,
  changed: string,
  password: string | null,
): Answer {
  const brands = rolesOf(stores, user);
  const where = [...new Set(flags.list("brand").map((slug) => slug.trim()))].join(", ");
  const now = inWords(brands, ", ") || "none";
  const text = `${user.email} ${changed} ${where}. Teams now: ${now}.`;
  const json = { id: user.id, email: user.email, brands };
  return withPassword(
    json,
    text,
    password,
    "They join with a new password, shown only now: pass it on safely. They are signed out and " +
      "their apps are disconnected.",
  );
}

const withPassword = (
  json: object,
  done: string,
  password: string | null,
  shown = "The password is shown only now: pass it on safely.",
): Answer =>
  password === null
    ? { json, text: done }
    : { json: { ...json, password }, secret: password, text: `${done} ${shown}` };

export const hashed = async (password: string, environment: Environment): Promise<NewSecret> => ({
  publicId: "",
  hash: await createPasswords({ cost: passwordCost(environment) }).hash(password),
});

export const USER_VERBS: readonly Verb[] = [
  userCreate,
  userList,
  userRole,
  userLeave,
  userPassword,
  userResetFactor,
  userDisable,
  userEnable,
];
