import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { GrantRow, Stores } from "../../storage/stores.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { hasRole } from "../desk/roles.ts";
import { brandParam, type NamedChange, namedChangeShape, writeParams } from "../params.ts";
import { type Doer, type GrantLogging, logDisconnected } from "./grant-log.ts";

const input = z.strictObject({
  brand: brandParam,
  id: z.string().max(64).describe("Id of the consent"),
  ...writeParams,
});

export const disconnectApp = defineOperation<z.infer<typeof input>, NamedChange>({
  name: "disconnect_app",
  title: "Disconnect an app",
  words: { done: "Disconnected", history: "App disconnected" },
  scope: "bookings.write",
  role: "manager",
  input,
  output: namedChangeShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f050f58027935d40f69e" } }],
  run({ id }, context) {
    const { caller, dryRun } = context;
    const grant = grantOf(id, context);
    const { clientName: name } = grant;
    if (grant.endedAt !== null) return { id, name, changed: false, dryRun };
    if (grant.userId !== caller.principal && !ownsAny(grant, context)) {
      throw refusal("FORBIDDEN_TOOL.foreign_app", {});
    }
    return { id, name, changed: endGrant(grant, context), dryRun };
  },
});

type Ending = GrantLogging & {
  readonly caller: Doer;
  readonly stores: Pick<Stores, "grants" | "securityEvents">;
};

export function endGrant(grant: GrantRow, context: Ending): boolean {
  const { stores, caller, now } = context;
  const { id: grantId, clientId } = grant;
  if (!stores.grants.end(grantId, now, "disconnected")) return false;
  const userId = caller.principal;
  stores.securityEvents.insert({ at: now, kind: "app_disconnected", userId, clientId, grantId });
  logDisconnected(grant, caller, context);
  return true;
}

function grantOf(id: string, { stores, brand }: OperationContext): GrantRow {
  const grant = stores.grants.byId(id);
  if (grant !== null && brand.slug in grant.brands) return grant;
  throw refusal("NOT_FOUND.app", {});
}

const ownsAny = ({ brands }: GrantRow, { caller }: OperationContext): boolean =>
  Object.keys(brands).some((slug) => hasRole("owner", caller, slug));
