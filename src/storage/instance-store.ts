import type { Database } from "bun:sqlite";
import type { Environment } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

interface InstanceRow {
  readonly environment: Environment;
  readonly clockOffset: number;
  readonly secretCheck: string | null;
}

export function instanceStore(database: Database) {
  const cache = new DataCache<InstanceRow>(database);
  const schema = new DataCache<{ readonly step: number }>(database);
  const sql = {
    get: database.prepare<InstanceRow, []>(
      `SELECT environment, clock_offset AS clockOffset, secret_check AS secretCheck
       FROM instance`,
    ),
    setClockOffset: database.prepare("UPDATE instance SET clock_offset = :offset"),
    setSecretCheck: database.prepare("UPDATE instance SET secret_check = :check"),
    countTestWrite: database.prepare("UPDATE instance SET test_writes = test_writes + 1"),
    newestStep: database.prepare<{ step: number }, []>(
      "SELECT coalesce(max(number), 0) AS step FROM schema_migration",
    ),
  };

  function row(): InstanceRow {
    const found = cache.get("", () => sql.get.get());
    if (found === null) throw new Error("The database does not say whether it is live or test.");
    return found;
  }

  return {
    environment: (): Environment => row().environment,
    /** Milliseconds to add to the system clock; 0 in a live database. */
    clockOffset: (): number => row().clockOffset,

    /** Throws in a live database: a CHECK of the table forbids it. */
    setClockOffset(offset: number): void {
      cache.forget();
      sql.setClockOffset.run({ offset });
    },

    secretCheck: (): string | null => row().secretCheck,

    setSecretCheck(check: string): void {
      cache.forget();
      sql.setSecretCheck.run({ check });
    },

    countTestWrite(): void {
      sql.countTestWrite.run();
    },

    schemaStep: (): number => schema.get("", () => sql.newestStep.get())?.step ?? 0,
  };
}

export type InstanceStore = ReturnType<typeof instanceStore>;
