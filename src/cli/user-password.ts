import { passwordOwner } from "../auth/new-password.ts";
import { createPasswords, passwordCost } from "../auth/passwords.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { teamsOnRecord } from "./teams-on-record.ts";
import { userNamed } from "./user-list.ts";
import { newPassword, PASSWORD_FLAG } from "./user-new-password.ts";
import type { Verb } from "./verb.ts";

/** `maitred user password EMAIL`: a new password; whatever hung on the old one ends. */
export const userPassword: Verb = {
  name: "user password",
  summary: "Give somebody a new password; signs them out and disconnects their apps.",
  positionals: ["EMAIL"],
  flags: { ...PASSWORD_FLAG, ...DATA_FLAG },
  run: async ({ flags, positionals, config, io }) =>
    await withInstance({ config, io }, {}, async (instance) => {
      const { stores, environment } = instance;
      const user = userNamed(stores, positionals[0] ?? "");
      const { id, email } = user;
      const { password, made } = await newPassword(flags, io, passwordOwner(stores, user));
      const hash = await createPasswords({ cost: passwordCost(environment) }).hash(password);
      await teamsOnRecord(instance, io, "user_password").changePassword(id, hash);
      const done = `${email} has a new password, is signed out everywhere and has no connected apps.`;
      if (!made) return { json: { id, email }, text: done };
      const text = `${done} The password is shown only now: pass it on safely.`;
      return { json: { id, email, password }, secret: password, text };
    }),
};
