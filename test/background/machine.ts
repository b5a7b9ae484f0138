import type { Machine } from "../../src/background/sweep.ts";
import type { ClockWatch } from "../../src/domain/clock-watch.ts";
import type { Log } from "../../src/log.ts";
import { addBrands, DAY, NOW } from "../storage/samples.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";

/** For tests that do not check the log. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Makes a run of deliveries wait for all its attempts, however busy the machine is. */
export const PATIENT = { patienceMs: DAY } as const;

/** What the background steps use, over a real database with two brands and a controlled clock. */
export interface TestMachine extends Machine, Disposable {
  readonly house: TestDatabase;
  at: number;
}

export function openMachine(clock?: ClockWatch): TestMachine {
  const house = openTestDatabase(clock === undefined ? {} : { clock });
  addBrands(house.stores);
  const machine: TestMachine = {
    house,
    at: NOW,
    stores: house.stores,
    writer: house.writer,
    clock: () => machine.at,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    log: silentLog,
    [Symbol.dispose]: () => house[Symbol.dispose](),
  };
  return machine;
}
