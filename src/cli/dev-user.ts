import { makeApiKey } from "../auth/api-keys.ts";
import { loadInstanceSecret } from "../auth/instance-secret.ts";
import { createPasswords, passwordCost } from "../auth/passwords.ts";
import { NO_BUDGETS, type Scope } from "../domain/caller.ts";
import type { OpenInstance } from "../instance/server.ts";
import { createUser } from "../operations/access/create-user.ts";
import { insertKey } from "../operations/access/new-key.ts";
import { setPassword } from "../operations/access/set-password.ts";
import { passwordFrom } from "./new-password.ts";
import { asOperator } from "./operator-verb.ts";
import { hashed } from "./user.ts";
import type { CliIo } from "./verb.ts";

export interface DevUser {
  readonly email: string;
  readonly password: string;
}

const EMAIL = "owner@example.com";
const NAME = "Demo Owner";

/** Creates the demo account, or resets its password to the first one. Null if the account is closed. */
export async function devUser(
  { stores, writer, clock }: OpenInstance,
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

/** Inserts the key directly, because `create_api_key` would add an audit row at every start. */
export async function demoKey(
  { stores, writer, clock }: Pick<OpenInstance, "stores" | "writer" | "clock">,
  { random }: Pick<CliIo, "random">,
  wish: {
    readonly name: string;
    readonly brands: readonly string[];
    readonly scopes: readonly Scope[];
  },
): Promise<string> {
  const { key, publicId, secretHash } = makeApiKey("test", random);
  const grant = { ...wish, tools: null, budgets: NO_BUDGETS, forGuests: false, expiresAt: null };
  await writer.write(() =>
    insertKey(stores, grant, { publicId, secretHash }, { now: clock(), random }),
  );
  return key;
}
