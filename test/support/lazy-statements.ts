// Loaded before all tests (bunfig.toml). An open database prepares its 437 statements, which takes
// 12 ms; a test uses a few of them. Here each is made when it is first used. The compiled product,
// which many tests run, makes them all.
import { constants, Database, type Statement } from "bun:sqlite";

const prepare = Database.prototype.prepare as (...given: unknown[]) => Statement;

/** What stands for a statement: calls go on to it, made with the first of them. */
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
  // As the product opens its database (keepPlans). What a test prepares itself is not worth it.
  return given[2] === constants.SQLITE_PREPARE_PERSISTENT ? new Unmade(make) : make();
}

Database.prototype.prepare = prepareLater as Database["prepare"];
