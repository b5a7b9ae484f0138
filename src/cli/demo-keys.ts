import { makeApiKey } from "../auth/api-keys.ts";
import { NO_BUDGETS, type Scope } from "../domain/caller.ts";
import type { OpenDesk } from "../instance/server.ts";
import { insertKey } from "../operations/access/new-key.ts";
import type { CliIo } from "./verb.ts";

/**
 * Stores a key for a server that is tried out, without limits, and answers it. No operation: each
 * start makes new ones, however many there are.
 */
export async function demoKey(
  { stores, writer, clock }: Pick<OpenDesk, "stores" | "writer" | "clock">,
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
