import type { Database } from "bun:sqlite";

export function perConnection<Value extends object>(make: (database: Database) => Value) {
  const made = new WeakMap<Database, Value>();
  return (database: Database): Value => {
    const known = made.get(database);
    if (known !== undefined) return known;
    const value = make(database);
    made.set(database, value);
    return value;
  };
}
