import { newId } from "../domain/ids.ts";
import { keptFrom } from "../domain/retention.ts";
import type { Brand } from "../domain/settings.ts";
import { systemCaller } from "../operations/call/acting-as.ts";
import {
  type Cleared,
  forgetEntry,
  forgetReservation,
  NOTHING_CLEARED,
  plus,
} from "../operations/guest/forget-guest.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

/** Few rows per transaction, so that bookings do not wait long. */
const BATCH = 20;

/** Clears old guest data. Times and party sizes stay. */
export const retention = (machine: Machine): Step => ({
  name: "retention",
  whenWoken: false,
  async run(now) {
    const brands = machine.stores.brands.list();
    let settled = await clearInbound(machine, brands, now);
    for (const brand of brands) settled += await clearBrand(machine, brand, now);
    return settled;
  },
  nextDueAt: () => null,
});

interface Due {
  readonly reservations: readonly string[];
  readonly entries: readonly string[];
  readonly texts: readonly string[];
}

function dueIn({ stores }: Machine, { slug }: Brand, before: number): Due | null {
  const { guestData } = stores;
  const due = {
    reservations: guestData.pastReservations(slug, before, BATCH),
    entries: guestData.pastEntries(slug, before, BATCH),
    texts: guestData.pastTexts(slug, before, BATCH),
  };
  return Object.values(due).every((ids) => ids.length === 0) ? null : due;
}

async function clearBrand(machine: Machine, brand: Brand, now: number): Promise<number> {
  const before = keptFrom(brand, now);
  if (before === null || dueIn(machine, brand, before) === null) return 0;
  return await machine.writer.write(() => {
    const due = dueIn(machine, brand, before);
    if (due === null) return 0;
    const cleared = clear(due, machine, now);
    noteIn(brand, cleared, machine, now);
    return due.reservations.length + due.entries.length + due.texts.length;
  });
}

function clear(due: Due, { stores }: Machine, now: number): Cleared {
  const { textAudience } = stores;
  for (const id of due.reservations) textAudience.keep("reservation_id", id);
  for (const id of due.entries) textAudience.keep("entry_id", id);
  for (const id of due.texts) textAudience.keep("id", id);
  const alone = due.texts.reduce((sum, id) => sum + stores.guestData.clearText(id), 0);
  return [
    ...due.reservations.map((id) => forgetReservation(id, { stores, now })),
    ...due.entries.map((id) => forgetEntry(id, { stores, now })),
  ].reduce(plus, { ...NOTHING_CLEARED, texts: alone });
}

function noteIn({ slug }: Brand, cleared: Cleared, { stores, random }: Machine, now: number): void {
  const { principal, actor } = systemCaller(stores);
  stores.audit.insert({
    id: newId(now, random),
    at: now,
    brand: slug,
    reservationId: null,
    entryId: null,
    principal,
    actor,
    operation: "anonymise",
    before: {},
    after: { ...cleared },
    idempotencyKey: null,
    reason: null,
  });
}

/** A guest's text belongs to all brands, so the brand that keeps data longest decides. */
async function clearInbound(
  { stores, writer }: Machine,
  brands: readonly Brand[],
  now: number,
): Promise<number> {
  const limits = brands.map((brand) => keptFrom(brand, now));
  const before = Math.min(...limits.map((limit) => limit ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(before) || stores.guestData.pastInbound(before, 1).length === 0) return 0;
  return await writer.write(() =>
    stores.guestData
      .pastInbound(before, BATCH)
      .reduce((sum, id) => sum + stores.guestData.clearInbound(id), 0),
  );
}
