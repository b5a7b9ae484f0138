import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { teamsOnRecord } from "./teams-on-record.ts";
import { userNamed } from "./user-list.ts";
import { teamProblem } from "./user-teams.ts";
import type { Verb } from "./verb.ts";

/** `maitred user disable EMAIL`: they can no longer sign in, from the next request on. */
export const userDisable: Verb = {
  name: "user disable",
  summary: "Close an account; signs them out and disconnects their apps.",
  positionals: ["EMAIL"],
  flags: DATA_FLAG,
  run: async ({ positionals, config, io }) =>
    await withInstance({ config, io }, {}, async (instance) => {
      const { stores } = instance;
      const user = userNamed(stores, positionals[0] ?? "");
      const { id, email } = user;
      const refusal = await teamsOnRecord(instance, io, "close_account").disableUser(id);
      if (refusal !== null) throw teamProblem(stores, user, refusal);
      const disabledAt = stores.users.byId(id)?.disabledAt ?? null;
      return { json: { id, email, disabledAt }, text: `The account of ${email} is closed.` };
    }),
};
