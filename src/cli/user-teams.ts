import type { TeamRefusal, Teams } from "../auth/teams.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import { unknownBrand } from "./brand-show.ts";
import { type Instance, withInstance } from "./instance.ts";
import { teamsOnRecord } from "./teams-on-record.ts";
import { rolesShown, userNamed } from "./user-list.ts";
import {
  type Answer,
  CliError,
  type Flag,
  type Flags,
  usageError,
  type VerbContext,
} from "./verb.ts";

/** `--brand` of a verb that is about teams; `help`: what happens there. */
export const teamFlag = (help: string): Readonly<Record<string, Flag>> => ({
  brand: { type: "string", multiple: true, required: true, value: "SLUG", help },
});

/** What became of a change; `password`: a new one, which is shown once. */
interface Changed {
  readonly refused: TeamRefusal | null;
  readonly password?: string;
}

/** A change of what somebody is in the brands that are named. */
interface TeamChange {
  /** What the log of each brand calls it. */
  readonly operation: string;
  make(
    at: Pick<Instance, "stores" | "environment"> & { readonly teams: Teams },
    userId: string,
    brands: readonly string[],
  ): Promise<Changed>;
  /** What happened, for people. */
  done(email: string, brands: string): string;
}

/** Changes what the user named is in the brands named, and answers what they are now. */
export async function changeTeams(
  { flags, positionals, config, io }: VerbContext,
  { operation, make, done }: TeamChange,
): Promise<Answer> {
  const brands = teamBrands(flags);
  return await withInstance({ config, io }, {}, async (instance) => {
    const { stores, environment } = instance;
    const user = userNamed(stores, positionals[0] ?? "");
    const teams = teamsOnRecord(instance, io, operation);
    const { refused, password } = await make({ stores, environment, teams }, user.id, brands);
    if (refused !== null) throw teamProblem(stores, user, refused);
    return teamsAnswer(stores, user, done(user.email, brands.join(", ")), password);
  });
}

/** The brands whose teams a verb is about, each once. Refuses with USAGE. */
function teamBrands(flags: Flags): readonly string[] {
  const brands = [...new Set(flags.list("brand").map((slug) => slug.trim()))];
  if (brands.length === 0) throw usageError("--brand is needed.");
  return brands;
}

/** What somebody is where, after a change. `done`: what happened, for people. */
function teamsAnswer(
  stores: Stores,
  { id, email }: UserRow,
  done: string,
  password: string | undefined,
): Answer {
  const brands = rolesShown(stores, id);
  const roles = brands.map(({ slug, role }) => `${slug}:${role}`).join(", ");
  const json = { id, email, brands };
  const text = `${done} Now: ${roles || "in no team"}.`;
  if (password === undefined) return { json, text };
  const what =
    "They join with a new password, shown only now: pass it on safely. They are signed out and " +
    "their apps are disconnected.";
  return { json: { ...json, password }, secret: password, text: `${text} ${what}` };
}

/** Why a team stays as it is, and what to do about it. */
export function teamProblem(stores: Stores, { email }: UserRow, refusal: TeamRefusal): CliError {
  switch (refusal.why) {
    case "no_user":
      return new CliError("NOT_FOUND", `${email} has no account. See: maitred user list`);
    case "owns_house":
      return new CliError(
        "OWNS_HOUSE",
        `${email} owns the whole house, every restaurant included, and has no role in a single ` +
          "one. To end that: maitred user disable",
      );
    case "last_of_house":
      return new CliError(
        "LAST_OWNER",
        `${email} is the last owner of the house who can sign in; nothing was changed. Make another ` +
          "one first: maitred user create --email EMAIL --name NAME --role owner",
      );
    case "not_in_team":
      if (stores.brands.names().every(({ slug }) => slug !== refusal.brand)) {
        return unknownBrand(stores, refusal.brand);
      }
      return new CliError(
        "NOT_IN_TEAM",
        `${email} is not in the team of ${refusal.brand}; nothing was changed. ` +
          "See: maitred user list",
      );
    case "last_owner":
      return new CliError(
        "LAST_OWNER",
        `${email} is the last owner of ${refusal.brand} who can sign in; nothing was changed. Make ` +
          `somebody else its owner first: maitred user role EMAIL --brand ${refusal.brand} ` +
          "--role owner",
      );
  }
}
