import type { DomainError } from "../domain/errors.ts";
import { brandStore } from "./brand-store.ts";
import { type DatabaseFacts, factsOf, openForReading } from "./inspect.ts";
import { LOOP_LEASE, type SignOfLife } from "./lease-owner.ts";
import { leaseStore } from "./lease-store.ts";
import { OpenError } from "./open-error.ts";
import { label, pendingSteps } from "./schema-history.ts";

export interface InstanceReading {
  readonly facts: DatabaseFacts;
  /** The schema steps to apply, or why this version cannot use the database. */
  readonly pending: readonly string[] | OpenError;
  /** Null if the database has the schema of another version. */
  readonly work: InstanceWork | null;
}

export interface InstanceWork {
  readonly brands: readonly {
    readonly slug: string;
    readonly timeZone: string | null;
    readonly fault: DomainError | null;
  }[];
  readonly loop: SignOfLife | null;
}

/** Throws OpenError. */
export function readInstance(path: string): InstanceReading {
  const database = openForReading(path);
  try {
    const facts = factsOf(database);
    const pending = pendingOf(() => pendingSteps(database).map(label));
    if (pending instanceof OpenError || pending.length > 0) return { facts, pending, work: null };
    const brands = brandStore(database);
    const loop = leaseStore(database).seen(LOOP_LEASE);
    const shown = brands.names().map(({ slug }) => ({
      slug,
      timeZone: brands.get(slug)?.settings.timeZone ?? null,
      fault: brands.fault(slug),
    }));
    return { facts, pending, work: { brands: shown, loop } };
  } finally {
    database.close();
  }
}

function pendingOf(read: () => readonly string[]): readonly string[] | OpenError {
  try {
    return read();
  } catch (error) {
    if (error instanceof OpenError) return error;
    throw error;
  }
}
