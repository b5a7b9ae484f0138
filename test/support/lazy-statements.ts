// Loaded before all tests (bunfig.toml). The product prepares all its statements when it opens a
// database, which takes 12 ms. A test uses only a few, so this file prepares each statement at its
// first use. Tests that run the compiled product do not use this file.
import { constants, Database, type Statement } from "bun:sqlite";

const prepare = Database.prototype.prepare as (...given: unknown[]) => Statement;

/** Stands for a statement: prepares it at the first call, and passes calls on. */
class Unmade {
  readonly #make: () => Statement;
  #made: Statement | undefined;

  constructor(make: () => Statement) {
    this.#make = make;
  }
  get made(): Statement {
    this.#made ??= this.#make();
    return this.#made;
  }
  get(...given: never[]): unknown {
    return this.made.get(...given);
  }
  all(...given: never[]): unknown {
    return this.made.all(...given);
  }
  run(...given: never[]): unknown {
    return this.made.run(...given);
  }
  values(...given: never[]): unknown {
    return this.made.values(...given);
  }
  iterate(...given: never[]): unknown {
    return this.made.iterate(...given);
  }
  toString(): string {
    return this.made.toString();
  }
  finalize(): void {
    this.#made?.finalize();
  }
}

function prepareLater(this: Database, ...given: unknown[]): unknown {
  const make = (): Statement => prepare.apply(this, given);
  // Only statements of the product (keepPlans) wait; a statement of a test is prepared immediately.
  return given[2] === constants.SQLITE_PREPARE_PERSISTENT ? new Unmade(make) : make();
}

Database.prototype.prepare = prepareLater as Database["prepare"];
