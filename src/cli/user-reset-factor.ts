import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { teamsOnRecord } from "./teams-on-record.ts";
import { userNamed } from "./user-list.ts";
import type { Verb } from "./verb.ts";

/** `maitred user reset-factor EMAIL`: for whoever lost their phone and their recovery codes. */
export const userResetFactor: Verb = {
  name: "user reset-factor",
  summary: "Remove somebody's passkeys, authenticator app and recovery codes; signs them out.",
  positionals: ["EMAIL"],
  flags: DATA_FLAG,
  run: async ({ positionals, config, io }) =>
    await withInstance({ config, io }, {}, async (instance) => {
      const { id, email } = userNamed(instance.stores, positionals[0] ?? "");
      const teams = teamsOnRecord(instance, io, "reset_second_factor");
      const changed = await teams.resetFactor(id);
      const text = changed
        ? `${email} has no second factor any more and is signed out everywhere. The password is as it was.`
        : `${email} had no second factor.`;
      return { json: { id, email, changed }, text };
    }),
};
