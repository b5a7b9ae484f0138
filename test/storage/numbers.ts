import type { Database } from "bun:sqlite";
import type { TestDatabase } from "../support/database.ts";

/** A database table of numbers, for tests of the writer. */
export interface Numbers {
  /** Adds a row of `size` bytes and returns `n`. */
  add(n: number, size?: number): number;
  count(): number;
  /** The committed numbers, as another connection sees them. */
  saved(): number[];
  /** Returns a function that counts the rows as another connection sees them. */
  seenBy(other: Database): () => number;
}

export function withNumbers(made: TestDatabase): Numbers {
  const { database } = made;
  database.run(
    "CREATE TABLE IF NOT EXISTS number (written INTEGER PRIMARY KEY, n INTEGER UNIQUE, filler TEXT)",
  );
  const add = database.prepare("INSERT INTO number (n, filler) VALUES (:n, :filler)");
  const count = database.prepare<{ c: number }, []>("SELECT count(*) AS c FROM number");
  return {
    add: (n, size = 0) => {
      add.run({ n, filler: "x".repeat(size) });
      return n;
    },
    count: () => count.get()?.c ?? -1,
    saved: () => {
      const other = made.open();
      const rows = other.prepare<{ n: number }, []>("SELECT n FROM number ORDER BY n").all();
      other.close();
      return rows.map((row) => row.n);
    },
    seenBy: (other) => {
      const seen = other.prepare<{ c: number }, []>("SELECT count(*) AS c FROM number");
      return () => seen.get()?.c ?? -1;
    },
  };
}

/** The value or the error of a promise. */
export const outcome = async <T>(promise: Promise<T>): Promise<{ value?: T; error?: unknown }> => {
  try {
    return { value: await promise };
  } catch (error) {
    return { error };
  }
};

/** From now on the file cannot grow, which causes a real SQLITE_FULL without a full disk. */
export function stopGrowth(database: Database): void {
  const pages = database.prepare<{ page_count: number }, []>("PRAGMA page_count").get();
  database.run(`PRAGMA max_page_count = ${pages?.page_count ?? 0}`);
}
