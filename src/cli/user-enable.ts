import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { teamsOnRecord } from "./teams-on-record.ts";
import { rolesShown, userNamed } from "./user-list.ts";
import type { Verb } from "./verb.ts";

/** `maitred user enable EMAIL`: a closed account is open again, with the password that it had. */
export const userEnable: Verb = {
  name: "user enable",
  summary: "Open a closed account again, with its password and its teams.",
  positionals: ["EMAIL"],
  flags: DATA_FLAG,
  run: async ({ positionals, config, io }) =>
    await withInstance({ config, io }, {}, async (instance) => {
      const { stores } = instance;
      const { id, email } = userNamed(stores, positionals[0] ?? "");
      await teamsOnRecord(instance, io, "open_account").enableUser(id);
      const disabledAt = stores.users.byId(id)?.disabledAt ?? null;
      const json = { id, email, brands: rolesShown(stores, id), disabledAt };
      const text = `The account of ${email} is open. Apps have to be connected again.`;
      return { json, text };
    }),
};
