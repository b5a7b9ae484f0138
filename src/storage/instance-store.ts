import type { Database } from "bun:sqlite";
import type { Environment } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

interface InstanceRow {
  readonly environment: Environment;
  readonly clockOffset: number;
  readonly secretCheck: string | null;
}

/** Facts about the database as a whole. */
export class InstanceStore {
  /** Read whenever the clock is read. */
  readonly #cache: DataCache<InstanceRow>;
  readonly #get;
  readonly #setClockOffset;
  readonly #setSecretCheck;
  readonly #countTestWrite;
  readonly #schema: DataCache<{ readonly step: number }>;
  readonly #newestStep;

  constructor(database: Database) {
    this.#cache = new DataCache(database);
    this.#get = database.prepare<InstanceRow, []>(
      `SELECT environment, clock_offset AS clockOffset, secret_check AS secretCheck
       FROM instance`,
    );
    this.#setClockOffset = database.prepare("UPDATE instance SET clock_offset = :offset");
    this.#setSecretCheck = database.prepare("UPDATE instance SET secret_check = :check");
    this.#countTestWrite = database.prepare("UPDATE instance SET test_writes = test_writes + 1");
    this.#schema = new DataCache(database);
    this.#newestStep = database.prepare<{ step: number }, []>(
      "SELECT coalesce(max(number), 0) AS step FROM schema_migration",
    );
  }

  /** The stamp given when the database was made; it never changes. */
  environment(): Environment {
    return this.#row().environment;
  }

  /** Milliseconds to add to the system clock; 0 in a live database. */
  clockOffset(): number {
    return this.#row().clockOffset;
  }

  /** Moves the clock of a test database; a CHECK refuses it in a live one. */
  setClockOffset(offset: number): void {
    this.#cache.forget();
    this.#setClockOffset.run({ offset });
  }

  /** The secret the database belongs to; null until one was used. */
  secretCheck(): string | null {
    return this.#row().secretCheck;
  }

  /** Binds the database to a secret. */
  setSecretCheck(check: string): void {
    this.#cache.forget();
    this.#setSecretCheck.run({ check });
  }

  /** A write that changes nothing visible, to test whether writing works. */
  countTestWrite(): void {
    this.#countTestWrite.run();
  }

  /** The newest step of the schema. It grows if a newer program opens the same file. */
  schemaStep(): number {
    return this.#schema.get("", () => this.#newestStep.get())?.step ?? 0;
  }

  #row(): InstanceRow {
    const row = this.#cache.get("", () => this.#get.get());
    if (row === null) throw new Error("The database carries no stamp.");
    return row;
  }
}
