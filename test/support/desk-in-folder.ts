import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadInstanceSecret } from "../../src/auth/instance-secret.ts";
import { createInbox, type InboundText } from "../../src/background/inbound-texts.ts";
import type { Machine } from "../../src/background/sweep.ts";
import { NO_BUDGETS } from "../../src/domain/caller.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { createInvoke } from "../../src/operations/invoke.ts";
import type { WriteResult } from "../../src/operations/reservation/wire.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { openStores, type Stores } from "../../src/storage/stores.ts";
import { createWriter, type Writer } from "../../src/storage/writer.ts";

/**
 * An instance in a folder, opened as its server would open it. For tests of commands that run beside
 * the server.
 */
export interface Desk extends Disposable {
  readonly path: string;
  readonly database: Database;
  readonly stores: Stores;
  readonly writer: Writer;
  /** Epoch milliseconds; the test moves it. */
  at: number;
  readonly machine: Machine;
  /**
   * Calls a tool with one key that opens every brand, and returns the structured answer. Throws if
   * the call is refused.
   */
  call<Output = WriteResult>(tool: string, input: object): Promise<Output>;
  /** Delivers a guest's text. */
  text(text: InboundText): Promise<unknown>;
}

const silent = () => undefined;

/** Opens the database and the secret of `folder`. Use with `using`. */
export function openDesk(folder: string, at: number): Desk {
  const path = join(folder, "maitred.db");
  const secret = loadInstanceSecret(folder, { databaseExists: existsSync(path) });
  const database = openDatabase(path, { environment: "any" });
  const stores = openStores(database, secret);
  const writer = createWriter(database, {
    onFatal: (error) => {
      throw error;
    },
  });
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const clock = () => desk.at;
  const machine = { stores, writer, clock, random, log };
  const invoke = createInvoke({ stores, writer, clock, random });
  const take = createInbox(machine);
  const desk: Desk = {
    path,
    database,
    stores,
    writer,
    at,
    machine,
    async call<Output>(tool: string, input: object) {
      const operation = OPERATIONS.find(({ name }) => name === tool);
      if (operation === undefined) throw new Error(`There is no operation ${tool}`);
      const answer = await invoke(operation, input, {
        kind: "api_key",
        principal: "key-1",
        actor: { kind: "api_key", id: "key-1", name: "Front desk" },
        environment: stores.instance.environment(),
        brands: stores.brands.list().map(({ slug }) => slug),
        scopes: ["bookings.read", "bookings.write"],
        tools: null,
        budgets: NO_BUDGETS,
        headerBrand: null,
        roles: {},
      });
      return answer.structured as Output;
    },
    text: take,
    [Symbol.dispose]: () => database.close(),
  };
  return desk;
}
