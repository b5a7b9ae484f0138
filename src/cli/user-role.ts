import { ROLES } from "../domain/caller.ts";
import { brandNamed } from "./brand-show.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { teamsOnRecord } from "./teams-on-record.ts";
import { roleOf } from "./user-create.ts";
import { teamBrands, teamProblem, teamsAnswer } from "./user-leave.ts";
import { userNamed } from "./user-list.ts";
import type { Verb } from "./verb.ts";

/** `maitred user role EMAIL`: what somebody is in the brands named; they join where they were not. */
export const userRole: Verb = {
  name: "user role",
  summary: "Give somebody a role in restaurants; a lower one disconnects their apps there.",
  positionals: ["EMAIL"],
  flags: {
    brand: {
      type: "string",
      multiple: true,
      required: true,
      value: "SLUG",
      help: "A restaurant where they get the role; they join its team if they are not in it.",
    },
    role: {
      type: "string",
      required: true,
      value: "ROLE",
      help: `What they are there from now on: ${ROLES.toReversed().join(", ")}.`,
    },
    ...DATA_FLAG,
  },
  run: async ({ flags, positionals, config, io }) => {
    const role = roleOf(flags);
    const brands = teamBrands(flags);
    return await withInstance({ config, io }, {}, async (instance) => {
      const { stores } = instance;
      const user = userNamed(stores, positionals[0] ?? "");
      // Brands are never removed: to look before the write is enough.
      for (const slug of brands) brandNamed(stores, slug);
      const refusal = await teamsOnRecord(instance, io, "change_role").giveRole(
        user.id,
        brands,
        role,
      );
      if (refusal !== null) throw teamProblem(stores, user, refusal);
      return teamsAnswer(stores, user, `${user.email} is ${role} of ${brands.join(", ")}.`);
    });
  },
};
