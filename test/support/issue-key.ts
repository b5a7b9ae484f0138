import { makeApiKey } from "../../src/auth/api-keys.ts";
import {
  type Budgets,
  type Environment,
  NO_BUDGETS,
  SCOPES,
  type Scope,
} from "../../src/domain/caller.ts";
import { newId, type RandomBytes } from "../../src/domain/ids.ts";
import type { RunningServer } from "../../src/instance/server.ts";

/** The optional properties of a key. */
export interface KeyOptions {
  readonly brands?: readonly string[];
  readonly scopes?: readonly Scope[];
  readonly tools?: readonly string[] | null;
  readonly budgets?: Budgets;
  readonly expiresAt?: number | null;
  /** The environment in the key's prefix. By default the database's. */
  readonly prefix?: Environment;
}

const random: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/** Writes a key into a database. Returns the key and the id of its row. */
export async function issueKey(
  at: Pick<RunningServer, "stores" | "writer"> & {
    readonly now: number;
    readonly environment: Environment;
  },
  wanted: KeyOptions = {},
): Promise<{ readonly key: string; readonly id: string }> {
  const made = makeApiKey(wanted.prefix ?? at.environment, random);
  const id = newId(at.now, random);
  const row = {
    id,
    principal: id,
    publicId: made.publicId,
    secretHash: made.secretHash,
    name: "test key",
    brands: wanted.brands ?? ["demo-bistro"],
    scopes: wanted.scopes ?? SCOPES,
    tools: wanted.tools ?? null,
    budgets: wanted.budgets ?? NO_BUDGETS,
    forGuests: false,
    expiresAt: wanted.expiresAt ?? null,
    createdAt: at.now,
    lastUsedAt: null,
    revokedAt: null,
  };
  await at.writer.write(() => at.stores.apiKeys.insert(row));
  return { key: made.key, id };
}
