import { createPasswords, passwordCost } from "../auth/passwords.ts";
import { ROLES } from "../domain/caller.ts";
import { brandNamed } from "./brand-show.ts";
import { DATA_FLAG } from "./flags.ts";
import { roleOf } from "./user-create.ts";
import { madePassword } from "./user-new-password.ts";
import { changeTeams, teamFlag } from "./user-teams.ts";
import type { Verb } from "./verb.ts";

/** `maitred user role EMAIL`: what somebody is in the brands named; they join where they were not. */
export const userRole: Verb = {
  name: "user role",
  summary: "Give somebody a role in restaurants; who joins one gets a new password.",
  positionals: ["EMAIL"],
  flags: {
    ...teamFlag(
      "A restaurant where they get the role. If they are not in its team, they join it, with a new password.",
    ),
    role: {
      type: "string",
      required: true,
      value: "ROLE",
      choices: ROLES.toReversed(),
      help: `What they are there from now on: ${ROLES.toReversed().join(", ")}.`,
    },
    ...DATA_FLAG,
  },
  run: async (context) => {
    const role = roleOf(context.flags);
    return await changeTeams(context, {
      operation: "change_role",
      async make({ teams, stores, environment }, userId, brands) {
        // Brands are never removed: to look before the write is enough.
        for (const slug of brands) brandNamed(stores, slug);
        const held = stores.users.teamsOf(userId).map(({ brand }) => brand);
        const joins = brands.some((slug) => !held.includes(slug));
        if (!joins) return { refused: await teams.giveRole(userId, brands, role) };
        // The operator cannot know who else knows the old password.
        const password = madePassword(context.io);
        const hash = await createPasswords({ cost: passwordCost(environment) }).hash(password);
        return { refused: await teams.giveRole(userId, brands, role, hash), password };
      },
      done: (email, brands) => `${email} is ${role} of ${brands}.`,
    });
  },
};
