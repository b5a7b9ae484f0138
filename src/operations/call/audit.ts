import type { FieldValues } from "../../domain/audit.ts";
import type { Caller } from "../../domain/caller.ts";
import { newId } from "../../domain/ids.ts";
import type { Stores } from "../../storage/stores.ts";
import type { CallContext } from "../define.ts";

/** The fields that a change altered, by their names on the record. */
export interface Difference {
  readonly before: FieldValues;
  readonly after: FieldValues;
}

/** What a change is about: a reservation or a waitlist entry; if neither, the brand itself. */
export interface Subject {
  readonly reservationId?: string | null;
  readonly entryId?: string | null;
}

/** Who makes a change, and when, as far as the log needs it. */
export interface Changing extends Pick<CallContext, "now" | "random" | "idempotencyKey"> {
  readonly caller: Pick<Caller, "principal" | "actor">;
  readonly stores: Pick<Stores, "audit">;
}

/** Writes the audit row of a change, in its transaction. */
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

/** Logs a change that concerns several restaurants in each of them, for all their owners. */
export function auditEach(
  slugs: readonly string[],
  operation: string,
  change: Difference,
  context: Changing,
  reason: string | null = null,
): void {
  for (const slug of slugs) audit({}, operation, change, reason, { ...context, brand: { slug } });
}

/** The fields of a record that `changes` would alter, before and after; null if none. */
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

/** Whether two values of a field are equal: plain values, or lists of flags in any order. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}
