import instance from "./0001_instance.sql" with { type: "text" };
import brands from "./0002_brands.sql" with { type: "text" };
import reservations from "./0003_reservations.sql" with { type: "text" };
import waitlist from "./0004_waitlist.sql" with { type: "text" };
import messages from "./0005_messages.sql" with { type: "text" };
import changes from "./0006_changes.sql" with { type: "text" };
import accounts from "./0007_accounts.sql" with { type: "text" };
import oauth from "./0008_oauth.sql" with { type: "text" };
import floor from "./0009_floor.sql" with { type: "text" };

/** One step of the schema: plain SQL, applied once, never edited after a release. */
export interface Migration {
  /** Position in the list, from 1. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

const list: readonly (readonly [name: string, sql: string])[] = [
  ["instance", instance],
  ["brands", brands],
  ["reservations", reservations],
  ["waitlist", waitlist],
  ["messages", messages],
  ["changes", changes],
  ["accounts", accounts],
  ["oauth", oauth],
  ["floor", floor],
];

/** Every step of the schema in the order in which it is applied: the only list there is. */
export const MIGRATIONS: readonly Migration[] = list.map(([name, sql], index) => ({
  number: index + 1,
  name,
  sql,
}));
