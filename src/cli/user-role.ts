import { ROLES } from "../domain/caller.ts";
import { brandNamed } from "./brand-show.ts";
import { DATA_FLAG } from "./flags.ts";
import { roleOf } from "./user-create.ts";
import { changeTeams, teamFlag } from "./user-teams.ts";
import type { Verb } from "./verb.ts";

/** `maitred user role EMAIL`: what somebody is in the brands named; they join where they were not. */
export const userRole: Verb = {
  name: "user role",
  summary: "Give somebody a role in restaurants; a lower one disconnects their apps there.",
  positionals: ["EMAIL"],
  flags: {
    ...teamFlag("A restaurant where they get the role; they join its team if they are not in it."),
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
      make(teams, userId, brands, stores) {
        // Brands are never removed: to look before the write is enough.
        for (const slug of brands) brandNamed(stores, slug);
        return teams.giveRole(userId, brands, role);
      },
      done: (email, brands) => `${email} is ${role} of ${brands}.`,
    });
  },
};
