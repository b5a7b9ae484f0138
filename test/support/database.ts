import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../src/domain/caller.ts";
import { type ClockWatch, TRUSTED_CLOCK } from "../../src/domain/clock-watch.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { openStores, type Stores } from "../../src/storage/stores.ts";
import { createWriter, type Writer, type WriterOptions } from "../../src/storage/writer.ts";

// Keeps more statements prepared than the usual 20, for tests that read every table after each
// step.
Database.MAX_QUERY_CACHE_SIZE = 200;

/**
 * A real database in its own folder, which is removed after use. Nothing is flushed to disk unless
 * `durable` is set.
 */
export interface TestDatabase extends Disposable {
  readonly folder: string;
  readonly path: string;
  readonly database: Database;
  readonly stores: Stores;
  readonly writer: Writer;
  /** Opens a second connection to the same file, as another process would. */
  open(): Database;
}

/** A simple replacement for the keyed hash of a phone. */
export const hashPhone = (phone: string): string => `hash-of-${phone.slice(-4)}`;

/** A simple replacement for the keyed hash in a link, of the same length. */
const linkMac = (subject: string): Uint8Array =>
  createHash("sha256").update(subject).digest().subarray(0, 16);

export const TEST_KEYS = { hashPhone, linkMac };

/** Use with `using`, which removes the folder. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "maitred-test-"));
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

const made = new Map<Environment, Uint8Array>();

/**
 * The bytes of a new database. The schema is applied once per process; migrations have their own
 * tests.
 */
function newDatabase(environment: Environment): Uint8Array {
  const known = made.get(environment);
  if (known !== undefined) return known;
  using folder = temporaryFolder();
  const path = join(folder.path, "maitred.db");
  const database = openDatabase(path, { environment, create: true, durable: false });
  const bytes = database.serialize();
  database.close();
  made.set(environment, bytes);
  return bytes;
}

/**
 * Use with `using`, or dispose of it in afterEach. Throws a fatal error of the writer unless
 * `onFatal` handles it.
 */
export function openTestDatabase(
  options: {
    environment?: Environment;
    durable?: boolean;
    writer?: Partial<WriterOptions>;
    clock?: ClockWatch;
  } = {},
): TestDatabase {
  const folder = temporaryFolder();
  const path = join(folder.path, "maitred.db");
  const { environment = "test", durable = false, clock = TRUSTED_CLOCK } = options;
  const connections: Database[] = [];
  writeFileSync(path, newDatabase(environment), { mode: 0o600 });
  const open = (): Database => {
    const connection = openDatabase(path, { environment, durable });
    connections.push(connection);
    return connection;
  };
  const database = open();
  const writer = createWriter(database, {
    onFatal: (error) => {
      throw error;
    },
    ...options.writer,
  });
  return {
    folder: folder.path,
    path,
    database,
    stores: openStores(database, TEST_KEYS, () => clock),
    writer,
    open,
    [Symbol.dispose]: () => {
      // Refuses writes that a test left unfinished: on a closed file they would fail in the next
      // test.
      void writer.close();
      for (const connection of connections) connection.close();
      folder[Symbol.dispose]();
    },
  };
}
