import { loadInstanceSecret } from "../auth/instance-secret.ts";
import { createPasswords, passwordCost } from "../auth/passwords.ts";
import { createTeams } from "../auth/teams.ts";
import type { OpenDesk } from "../instance/server.ts";
import { addUser } from "./user-create.ts";
import { passwordFrom } from "./user-new-password.ts";
import type { CliIo } from "./verb.ts";

/** With what to sign in to a dev server. */
export interface DevUser {
  readonly email: string;
  readonly password: string;
}

const EMAIL = "owner@example.com";
const NAME = "Demo Owner";

/**
 * The account of a dev server, owner of the house. Its password comes from the instance's secret, so
 * that a folder that is gone on with keeps it; one that was changed is set back. Null when somebody
 * disabled the account: that stays as it is.
 */
export async function devUser(
  { stores, writer, clock }: OpenDesk,
  folder: string,
  io: Pick<CliIo, "random">,
): Promise<DevUser | null> {
  const { derive } = loadInstanceSecret(folder, { databaseExists: true });
  const password = passwordFrom(derive("dev-user"));
  const user = stores.users.byEmail(EMAIL);
  if (user === null) {
    const instance = { stores, writer, environment: "test", now: clock } as const;
    const wish = { email: EMAIL, name: NAME, role: "owner", brands: [] } as const;
    await addUser(instance, io, wish, password);
    return { email: EMAIL, password };
  }
  if (user.disabledAt !== null) return null;
  const passwords = createPasswords({ cost: passwordCost("test") });
  if (!(await passwords.verify(password, user.passwordHash ?? ""))) {
    const hash = await passwords.hash(password);
    await createTeams({ stores, writer, clock }).changePassword(user.id, hash);
  }
  return { email: EMAIL, password };
}
