import { createTeams, type Teams } from "../auth/teams.ts";
import type { FieldValues } from "../domain/audit.ts";
import type { Stores } from "../storage/stores.ts";
import { operatorChange } from "./changes.ts";
import type { Instance } from "./instance.ts";
import type { CliIo } from "./verb.ts";

/**
 * Changes of teams and accounts by the operator, each on record in every restaurant where it made a
 * difference: its owners see there who may act, whoever decided it. `operation` names the change.
 */
export function teamsOnRecord(
  { stores, writer, now }: Pick<Instance, "stores" | "writer" | "now">,
  io: Pick<CliIo, "random">,
  operation: string,
): Teams {
  const around = <T>(userId: string, change: () => T): T => {
    const before = placesOf(stores, userId);
    const outcome = change();
    const after = placesOf(stores, userId);
    const person = stores.users.byId(userId)?.name ?? userId;
    for (const brand of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(brand) ?? NOWHERE, after.get(brand) ?? NOWHERE];
      if (Bun.deepEquals(was, is)) continue;
      const who = { person, userId };
      const told = {
        before: { ...who, ...only(was, is) },
        after: { ...who, ...only(is, was) },
      };
      stores.audit.insert(operatorChange(io, now(), { brand, operation, ...told }));
    }
    return outcome;
  };
  return createTeams({ stores, writer, clock: now, around });
}

const NOWHERE: FieldValues = { role: null };

/** What somebody is in each restaurant, and how they get in. */
function placesOf(
  { users, factors }: Pick<Stores, "users" | "factors">,
  userId: string,
): Map<string, FieldValues> {
  const user = users.byId(userId);
  const account = user?.disabledAt === null ? "open" : "closed";
  const secondFactor = factors.has(userId) ? "set" : "none";
  const passwordChangedAt = user?.passwordChangedAt ?? null;
  return new Map(
    users
      .teamsOf(userId)
      .map(({ brand, role }) => [brand, { role, account, secondFactor, passwordChangedAt }]),
  );
}

/** Where one differs from the other, of what both know. */
const only = (one: FieldValues, other: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(one).filter(([field, value]) => field in other && other[field] !== value),
  );
