// Child process of waiting-killed.test.ts: plays a random evening on a database until it is killed,
// and prints a line of JSON for each step and each text sent. Arguments: database path, seed.

import { writeSync } from "node:fs";
import { openDatabase } from "../../src/storage/database.ts";
import { openStores } from "../../src/storage/stores.ts";
import { createWriter } from "../../src/storage/writer.ts";
import { TEST_KEYS } from "../support/database.ts";
import { numbersFrom } from "../support/numbers.ts";
import { engineOver } from "../support/waiting-engine.ts";
import { playStep } from "../support/waiting-play.ts";
import { narrow } from "../support/waiting-settings.ts";

const [path = "", seed = "0"] = process.argv.slice(2);
// No flushing to disk: the kernel keeps what a killed process wrote.
const database = openDatabase(path, { environment: "test", durable: false });
const stores = openStores(database, TEST_KEYS);
const writer = createWriter(database, {
  onFatal: (error) => {
    throw error;
  },
});
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
const engine = engineOver({ database, stores, writer }, random);
engine.at = stores.instance.clockOffset();
const pick = numbersFrom(Number(seed));

const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

// Prints each text before its outcome is stored. If the process is killed in between, the test
// still knows that the text was sent.
const { push } = engine.sent;
engine.sent.push = (...texts) => {
  for (const { id } of texts) say({ what: "text", repeatChanged: false, texts: [id] });
  return push.apply(engine.sent, texts);
};

for (;;) {
  // No step lowers limits, because lower limits make times too full. The test checks only after the
  // kill, and could not tell such a time from a fault.
  const { what, repeatChanged } = await playStep(engine, pick, [narrow]);
  say({ what, repeatChanged, texts: [] });
}
