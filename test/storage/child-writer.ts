// Child process that writes; started by writer-processes.test.ts. Arguments: mode, database path,
// count. Prints one line of JSON for each known outcome.
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DomainError } from "../../src/domain/errors.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { createWriter } from "../../src/storage/writer.ts";

const [mode = "", path = "", count = "0"] = process.argv.slice(2);
const database = openDatabase(path, {
  environment: "test",
  create: true,
  durable: mode !== "hammer", // `hammer` tests the order of writes, which needs no flushing
});
database.run("CREATE TABLE IF NOT EXISTS number (n INTEGER PRIMARY KEY, filler TEXT)");
database.run("CREATE TABLE IF NOT EXISTS counter (value INTEGER NOT NULL)");
const say = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);
const writer = createWriter(database, {
  onFatal: (error) => say({ fatal: (error as { code: string }).code }),
});
const insert = database.prepare("INSERT INTO number VALUES (:n, :filler)");

/** Writes four rows in one turn of the event loop. Returns true if all four were accepted. */
async function addFour(first: number): Promise<boolean> {
  const settled = await Promise.all(
    [0, 1, 2, 3].map((k) =>
      writer
        .write(() => void insert.run({ n: first + k, filler: "x".repeat(3000) }))
        .then(() => {
          say({ saved: first + k }); // `say` returns the state of the pipe: ignore it
          return true;
        })
        .catch((error) => {
          say({ refused: first + k, code: error instanceof DomainError ? error.code : `${error}` });
          return false;
        }),
    ),
  );
  return settled.every((accepted) => accepted);
}

switch (mode) {
  case "hammer": {
    const read = database.prepare<{ value: number }, []>("SELECT value FROM counter");
    const set = database.prepare("UPDATE counter SET value = :value");
    const add = (): void => void set.run({ value: (read.get()?.value ?? Number.NaN) + 1 });
    for (let n = 0; n < Number(count); n += 4) {
      await Promise.all([add, add, add, add].map((body) => writer.write(() => body())));
    }
    break;
  }
  case "until-killed":
    for (let n = 0; ; n += 4) await addFour(n);
  case "until-refused":
    for (let n = 0; n < 10_000; n += 4) if (!(await addFour(n))) break;
    say({ healthy: writer.healthy() });
    break;
  case "full-disk": {
    const ballast = join(dirname(path), "ballast");
    writeFileSync(ballast, Buffer.alloc(512 * 1024));
    let n = 0;
    while (await addFour(n)) n += 4;
    say({ healthy: writer.healthy() });
    await writer.write(() => {}).catch(() => {}); // returns after the writer's test write
    rmSync(ballast);
    say({ freed: true });
    await addFour(n + 4);
    writer.healthy();
    await writer.write(() => {});
    say({ healthy: writer.healthy() });
    break;
  }
}
await writer.close();
