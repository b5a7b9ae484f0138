import { afterAll } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reservation } from "../../src/domain/reservation.ts";
import { temporaryFolder } from "../support/database.ts";
import { openDesk } from "../support/desk-in-folder.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

/** A brand into which CSV files are imported. */
export interface House {
  readonly data: string;
  import(csv: string, ...words: string[]): Promise<Finished>;
  /** Imports without `--json`, as people do. */
  importInWords(csv: string, ...words: string[]): Promise<Finished>;
  /** The stored reservations, in order of start. */
  reservations(): Reservation[];
  /** How many texts are queued. */
  texts(): number;
}

/** `openHouse` makes a brand. The folder of all brands is removed after the tests of the file. */
export function houses() {
  const folder = temporaryFolder();
  afterAll(() => folder[Symbol.dispose]());
  let serial = 0;
  async function openHouse(...settings: string[]): Promise<House> {
    serial += 1;
    const data = join(folder.path, `house-${serial}`);
    const place = ["--time-zone", "America/New_York", "--country", "US", "--data", data];
    const set = settings.flatMap((setting) => ["--set", setting]);
    await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place, ...set]);
    const imported = (csv: string, words: readonly string[]): Promise<Finished> => {
      const file = join(data, "in.csv");
      writeFileSync(file, csv);
      return command(["import", file, "--brand", "bistro", "--data", data, ...words]);
    };
    return {
      data,
      import: (csv, ...words) => imported(csv, ["--json", ...words]),
      importInWords: (csv, ...words) => imported(csv, words),
      reservations() {
        using desk = openDesk(data, SYSTEM_NOW);
        return desk.stores.reservations.list({
          brand: "bistro",
          fromDate: "2020-01-01",
          toDate: "2030-01-01",
          statuses: ["booked", "pending", "arrived", "seated", "completed", "no_show", "cancelled"],
          limit: 1000,
          after: null,
        });
      },
      texts() {
        using desk = openDesk(data, SYSTEM_NOW);
        return desk.stores.messages.list({ brand: null, phone: null }).length;
      },
    };
  }
  return { folder, openHouse };
}
