import type { Actor } from "../../domain/caller.ts";
import type { Compromise } from "../../domain/reasons/access.ts";
import type { GrantRow, Stores } from "../../storage/stores.ts";
import { auditEach, type Changing } from "../call/audit.ts";

export type GrantLogging = Omit<Changing, "caller" | "stores"> & {
  readonly stores: Pick<Stores, "audit" | "users">;
};

export interface Doer {
  readonly principal: string;
  readonly actor: Actor;
}

const CONNECTED = "connect_app";
const DISCONNECTED = "disconnect_app";

export function logConnected(grant: GrantRow, sentBackTo: string, logging: GrantLogging): void {
  const person = logging.stores.users.byId(grant.userId);
  const { userId: id } = grant;
  const by: Doer = { principal: id, actor: { kind: "user", id, name: person?.name ?? id } };
  const after = { name: grant.clientName, mayDo: grant.scopes, sentBackTo, grantId: grant.id };
  write(grant, CONNECTED, after, { ...logging, caller: by });
}

export function logDisconnected(
  grant: GrantRow,
  by: Doer,
  logging: GrantLogging,
  because?: Compromise,
): void {
  const connectedBy = logging.stores.users.byId(grant.userId)?.name ?? grant.userId;
  const why = because === undefined ? {} : { because };
  const after = { name: grant.clientName, connectedBy, grantId: grant.id, ...why };
  write(grant, DISCONNECTED, after, { ...logging, caller: by });
}

export const theAppItself = ({ id, clientName: name }: GrantRow): Doer => ({
  principal: id,
  actor: { kind: "oauth", id, name },
});

const write = ({ brands }: GrantRow, operation: string, after: object, context: Changing): void =>
  auditEach(Object.keys(brands), operation, { before: {}, after: { ...after } }, context);
