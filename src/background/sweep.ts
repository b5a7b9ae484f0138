import type { Clock, RandomBytes } from "../domain/ids.ts";
import type { Reservation } from "../domain/reservation.ts";
import type { TableSearch } from "../domain/seating/search.ts";
import type { Brand } from "../domain/settings.ts";
import type { Log } from "../log.ts";
import type { MachineContext } from "../operations/call/acting-as.ts";
import { searchWrite } from "../operations/call/search-write.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { earliestIn, type Step } from "./loop.ts";

export interface Machine {
  readonly stores: Stores;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly onSearched?: (search: TableSearch) => void;
}

export interface Sweep {
  readonly name: string;
  readonly whenWoken?: boolean;
  /** At most `limit` reservations that may be due by `until`. */
  readonly candidates: (until: number, limit: number) => readonly Reservation[];
  readonly dueAt: (reservation: Reservation, brand: Brand, now: number) => number | null;
  readonly apply: (reservation: Reservation, context: MachineContext) => void;
}

const BATCH = 200;

export function sweepStep(machine: Machine, sweep: Sweep): Step {
  const { stores, random, log } = machine;

  const dueUntil = (until: number, now: number): { id: string; dueAt: number }[] =>
    sweep.candidates(until, BATCH).flatMap((reservation) => {
      const brand = stores.brands.get(reservation.brand);
      const dueAt = brand === null ? null : sweep.dueAt(reservation, brand, now);
      return dueAt !== null && dueAt <= until ? [{ id: reservation.id, dueAt }] : [];
    });
  /** Checks again that the reservation is due, because another write may have changed it. */
  const settle = (id: string, now: number, search: TableSearch): boolean => {
    const reservation = stores.reservations.get(id);
    const brand = reservation === null ? null : stores.brands.get(reservation.brand);
    if (reservation === null || brand === null) return false;
    const dueAt = sweep.dueAt(reservation, brand, now);
    if (dueAt === null || dueAt > now) return false;
    sweep.apply(reservation, { brand, now, stores, random, search });
    return true;
  };
  const settleLogged = async (id: string, now: number): Promise<number> => {
    try {
      return (await searchWrite(machine, (search) => settle(id, now, search))) ? 1 : 0;
    } catch (error) {
      log.warn("sweep_failed", { step: sweep.name, reservationId: id, error });
      return 0;
    }
  };

  return {
    name: sweep.name,
    whenWoken: sweep.whenWoken ?? false,
    async run(now) {
      const settled = await Promise.all(dueUntil(now, now).map(({ id }) => settleLogged(id, now)));
      return settled.reduce((sum, count) => sum + count, 0);
    },
    nextDueAt(after, until) {
      const times = dueUntil(until, after).map(({ dueAt }) => dueAt);
      return earliestIn(times, after, until);
    },
  };
}
