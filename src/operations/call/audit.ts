import type { FieldValues } from "../../domain/audit.ts";
import type { Caller } from "../../domain/caller.ts";
import { newId } from "../../domain/ids.ts";
import type { Stores } from "../../storage/stores.ts";
import type { CallContext } from "../define.ts";

export interface Difference {
  readonly before: FieldValues;
  readonly after: FieldValues;
}

export interface Subject {
  readonly reservationId?: string | null;
  readonly entryId?: string | null;
}

export interface Changing extends Pick<CallContext, "now" | "random" | "idempotencyKey"> {
  readonly caller: Pick<Caller, "principal" | "actor">;
  readonly stores: Pick<Stores, "audit">;
}

export function audit(
  subject: Subject,
  operation: string,
  { before, after }: Difference,
  reason: string | null,
  {
    brand,
    caller,
    now,
    stores,
    random,
    idempotencyKey,
  }: Changing & { readonly brand: { readonly slug: string } },
): void {
  stores.audit.insert({
    id: newId(now, random),
    at: now,
    brand: brand.slug,
    reservationId: null,
    entryId: null,
    ...subject,
    principal: caller.principal,
    actor: caller.actor,
    operation,
    before,
    after,
    idempotencyKey,
    reason,
  });
}

export function auditEach(
  slugs: readonly string[],
  operation: string,
  change: Difference,
  context: Changing,
): void {
  for (const slug of slugs) audit({}, operation, change, null, { ...context, brand: { slug } });
}

export function difference(present: object, changes: object): Difference | null {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(changes)) {
    const old = (present as Record<string, unknown>)[field];
    if (sameValue(old, value)) continue;
    before[field] = old;
    after[field] = value;
  }
  return Object.keys(after).length === 0 ? null : { before, after };
}

export function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}
