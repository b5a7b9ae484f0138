// Child process: books, records the SQL statements that the product runs for each booking, and prints
// them as one line of JSON, a Trace. Arguments: folder with restaurants, number of bookings.
import { Database } from "bun:sqlite";
import { type Statement, type Trace, writeTrace } from "./traced.ts";

type Heard = { readonly sql: string; readonly values: Statement["values"] };
const RUNS = ["run", "get", "all", "values"] as const;
const AT_ONCE = 32;

const [folder = "", count = "0"] = process.argv.slice(2);
const bookings: Heard[][] = [];
/** The statements since the transaction began; null outside a transaction. */
let body: Heard[] | null = null;

/** The beginning of the first statement in every transaction. */
const BEFORE_BODY = "SELECT total_changes()";

function hear(sql: string, values: Statement["values"]): void {
  const begins = sql.startsWith(BEFORE_BODY);
  if (begins || sql === "COMMIT") {
    if (body?.some((one) => one.sql.includes("INSERT INTO reservation ")) === true) {
      bookings.push(body);
    }
    body = begins ? [] : null;
  } else {
    body?.push({ sql, values });
  }
}

// Replaces `prepare` before any module of the product is loaded, because the product prepares its
// statements when it opens the database.
const prototype = Database.prototype as unknown as {
  prepare: (sql: string, ...rest: unknown[]) => Record<string, (...values: unknown[]) => unknown>;
};
const { prepare } = prototype;
prototype.prepare = function listened(this: Database, sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest);
  for (const name of RUNS) {
    const run = statement[name]?.bind(statement);
    if (run === undefined) continue;
    statement[name] = (...values) => {
      hear(sql, (values[0] ?? {}) as Statement["values"]);
      return run(...values);
    };
  }
  return statement;
};

const { booking, HOUSES, houses } = await import("../bookings.ts");
const { callTool, open } = await import("../house.ts");
const slugs = houses(HOUSES);
const server = await open(folder);
let index = 0;
const worker = async (): Promise<void> => {
  while (index < Number(count)) {
    const wish = { ...booking(index++, slugs), idempotencyKey: crypto.randomUUID() };
    await callTool(server, "create_booking", wish, slugs);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
await server.close();

const sql = [...new Set(bookings.flat().map((one) => one.sql))];
const places = new Map(sql.map((one, place) => [one, place]));
const trace: Trace = {
  sql,
  bookings: bookings.map((heard) =>
    heard.map((one) => [places.get(one.sql) ?? Number.NaN, one.values] as const),
  ),
};
await Bun.write(Bun.stdout, `${writeTrace(trace)}\n`);
process.exit(0);
