import { loadInstanceSecret } from "../auth/instance-secret.ts";
import { createPasswords, passwordCost } from "../auth/passwords.ts";
import type { OpenDesk } from "../instance/server.ts";
import { createUser } from "../operations/access/create-user.ts";
import { setPassword } from "../operations/access/set-password.ts";
import { passwordFrom } from "./new-password.ts";
import { asOperator } from "./operator-verb.ts";
import { hashed } from "./user.ts";
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
  const invoke = asOperator({ stores, writer, environment: "test", now: clock }, io);
  if (user === null) {
    const wish = { email: EMAIL, name: NAME, role: "owner" };
    await invoke(createUser, wish, await hashed(password, "test"));
    return { email: EMAIL, password };
  }
  if (user.disabledAt !== null) return null;
  const passwords = createPasswords({ cost: passwordCost("test") });
  if (!(await passwords.verify(password, user.passwordHash ?? ""))) {
    await invoke(setPassword, { id: user.id }, await hashed(password, "test"));
  }
  return { email: EMAIL, password };
}
