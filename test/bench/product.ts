// Starts the product as deployed: the compiled binary in a separate process.
import { Database } from "bun:sqlite";
import type { DevLine } from "../../src/cli/dev-guide.ts";
import { builtBinary } from "../support/compiled-binary.ts";

export interface Product extends AsyncDisposable {
  readonly line: DevLine;
  readonly pid: number;
  readonly port: number;
  /** A key for all restaurants. */
  readonly token: string;
}

/** Starts the product on a folder with restaurants. It ends when it is disposed of. */
export async function startBinary(folder: string): Promise<Product> {
  const words = ["dev", "--json", "--data", folder, "--log-level", "error"];
  const child = Bun.spawn([builtBinary(), ...words], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  const line = JSON.parse(new TextDecoder().decode(value)) as DevLine;
  return {
    line,
    pid: child.pid,
    token: line.apiKey,
    port: Number(new URL(line.url).port),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** The number of reservations in a database file. */
export function stored(path: string): number {
  const database = new Database(path, { readonly: true });
  try {
    return database.prepare<{ count: number }, []>(COUNT).get()?.count ?? Number.NaN;
  } finally {
    database.close();
  }
}
const COUNT = "SELECT count(*) AS count FROM reservation";

/** Throws an Error unless the file has exactly the acknowledged bookings. */
export function assertStored(path: string, before: number, acknowledged: number): void {
  const found = stored(path) - before;
  if (found !== acknowledged) {
    throw new Error(`${acknowledged} bookings were acknowledged, ${found} are in the database.`);
  }
}
