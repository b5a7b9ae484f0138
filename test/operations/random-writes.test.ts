// Goal: random writes break no booking rule, and the checks after each write notice a product that
// breaks one. Method: one seed on a real instance, first as it is, then with one fault at a time.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { NO_BUDGETS } from "../../src/domain/caller.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { createGuestDesk } from "../../src/operations/guest/guest-desk.ts";
import { createInvoke, type Invoke } from "../../src/operations/invoke.ts";
import { decideOffers } from "../../src/operations/waitlist/offers.ts";
import { selfCheckStore } from "../../src/storage/self-check-store.ts";
import { command, SYSTEM_NOW } from "../cli/command-line.ts";
import { temporaryFolder } from "../support/database.ts";
import { type Desk, openDesk } from "../support/desk-in-folder.ts";
import { playWrites } from "../support/random-writes.ts";

setDefaultTimeout(60_000);

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
let serial = 0;

/** A restaurant with ten seats and one party of four. */
async function openHouse(): Promise<Desk & { readonly id: string }> {
  serial += 1;
  const data = join(folder.path, `house-${serial}`);
  const place = ["--time-zone", "America/New_York", "--country", "US", "--data", data];
  const set = ["--set", "seats=10", "--set", "paceCovers=10"];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place, ...set]);
  const desk = openDesk(data, SYSTEM_NOW);
  const wish = { name: "Zenobia", numberOfPeople: 4, date: "2026-11-20", time: "7:00 PM" };
  const { reservation } = await desk.call("create_booking", wish);
  return Object.assign(desk, { id: reservation.id as string });
}

describe("random writes", () => {
  const play = async (house: Desk, spoil: (invoke: Invoke) => Invoke) => {
    const { stores, writer } = house;
    const { random } = house.machine;
    const desk = { stores, writer, clock: () => house.at, random };
    const invoke = createInvoke(desk);
    const playground = {
      stores,
      guests: createGuestDesk(desk),
      checks: selfCheckStore(house.database),
      invoke: spoil(invoke),
      now: house.at,
      offerFreed: () =>
        writer.write(() => {
          for (const freed of stores.slotFreed.undone(house.at, 50)) {
            const brand = stores.brands.get(freed.brand);
            if (brand !== null) decideOffers(freed, { brand, now: house.at, stores, random });
          }
        }),
    };
    return await playWrites(playground, { count: 200, seed: 5 });
  };

  test("find no fault in the correct product", async () => {
    using house = await openHouse();
    expect((await play(house, (invoke) => invoke)).findings).toEqual([]);
  });

  test("find that a product admits parties that it should refuse", async () => {
    using house = await openHouse();
    const { findings } = await play(house, (invoke) => async (operation, input, caller) => {
      try {
        return await invoke(operation, input, caller);
      } catch (error) {
        if (error instanceof DomainError && error.code === "CAPACITY_FULL") {
          const made = house.stores.reservations.get(house.id);
          if (made !== null) {
            const id = crypto.randomUUID().replaceAll("-", "").slice(0, 24);
            house.stores.reservations.insert({ ...made, id, status: "booked", cancelledAt: null });
          }
        }
        throw error;
      }
    });
    expect(findings.join("\n")).toMatch(/write \d+ \(\w+\): bistro is overbooked on /);
  });

  test("find that a product forgets its idempotency keys", async () => {
    using house = await openHouse();
    const { findings } = await play(house, (invoke) => (operation, input, caller) => {
      const { idempotencyKey: _key, ...rest } = input as Record<string, unknown>;
      return invoke(operation, rest, { ...caller, budgets: NO_BUDGETS });
    });
    expect(findings[0]).toMatch(/sent twice with one key, it acted twice/);
  });

  test("find that a product fails with errors that are not refusals", async () => {
    using house = await openHouse();
    const { findings } = await play(house, () => () => Promise.reject(new TypeError("oops")));
    expect(findings[0]).toMatch(/failed with an internal error: oops/);
  });
});
