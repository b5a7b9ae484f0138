// Child process of tables-killed.test.ts. Until it is killed, it plays random steps of an evening in
// a restaurant with tables, and prints one line of JSON for each step. Arguments: database path,
// seed.
import { writeSync } from "node:fs";
import { openDatabase } from "../../src/storage/database.ts";
import { openStores } from "../../src/storage/stores.ts";
import { createWriter } from "../../src/storage/writer.ts";
import { TEST_KEYS } from "../support/database.ts";
import { numbersFrom } from "../support/numbers.ts";
import { tablesEngine } from "../support/tables-engine.ts";
import { playTables } from "../support/tables-play.ts";
import { tableFaults } from "../support/tables-rules.ts";

const [path = "", seed = "0"] = process.argv.slice(2);
// Flushing to disk is not needed: the kernel keeps what a killed process wrote.
const database = openDatabase(path, { environment: "test", durable: false });
const stores = openStores(database, TEST_KEYS);
const writer = createWriter(database, {
  onFatal: (error) => {
    throw error;
  },
});
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
const tables = tablesEngine({ database, stores, writer }, random);
tables.engine.at = stores.instance.clockOffset();
const pick = numbersFrom(Number(seed));

for (;;) {
  const { what, faults } = await playTables(tables, pick);
  const all = [...faults, ...tableFaults(tables.engine)];
  writeSync(1, `${JSON.stringify({ what, faults: all })}\n`);
}
