// A restaurant with a single table, for tests about the guest who gets the next offer.
import { acceptOffer } from "../../src/operations/waitlist/accept-offer.ts";
import { endOffer, type OfferEnd } from "../../src/operations/waitlist/end-offer.ts";
import type { TestDatabase } from "./database.ts";
import { fixedRandom } from "./fixed-random.ts";
import {
  addBrands,
  BRANDS,
  type Engine,
  engineOver,
  FRIDAY,
  MINUTE,
  OPENING,
} from "./waiting-engine.ts";

const [BISTRO] = BRANDS;
/** One table for four, without quiet hours. */
const ONE_TABLE = {
  quietHours: { from: "00:00", to: "00:00" },
  seats: 4,
  maxPartySize: 4,
  paceCovers: null,
  largeParty: { from: 99, mode: "refuse" },
};

export function engineAt(opened: TestDatabase, at: number, change: object = {}): Engine {
  const engine = engineOver(opened, fixedRandom());
  engine.at = at;
  addBrands(engine, { ...ONE_TABLE, ...change });
  return engine;
}

let phones = 0;
export const freshPhone = (): string => `+1212736${(8000 + ++phones).toString()}`;

export async function ok(engine: Engine, tool: string, input: object) {
  const answer = await engine.call(tool, { brand: BISTRO, ...input });
  if (typeof answer === "string") throw new Error(`${tool}: ${answer}`);
  return answer;
}

/**
 * Adds a guest to the waitlist, for 6:00 PM unless `change` says otherwise. Returns the entry's id.
 */
export async function wait(engine: Engine, change: object = {}): Promise<string> {
  const time = { time: "6:00 PM", earliestTime: "6:00 PM", latestTime: "6:00 PM" };
  const guest = { name: "Wanda", phone: freshPhone(), numberOfPeople: 4, date: FRIDAY };
  const answer = await ok(engine, "add_to_waitlist", { ...guest, ...time, ...change });
  engine.at += 1000;
  return (answer["entry"] as { id: string }).id;
}

/** Books the table. Returns a function that cancels the reservation. */
export async function taken(engine: Engine, change: object = {}): Promise<() => Promise<unknown>> {
  const guest = { name: "Ada", numberOfPeople: 4, date: FRIDAY, time: "6:00 PM", ...change };
  const { id } = (await ok(engine, "create_booking", guest))["reservation"] as { id: string };
  const { brand = BISTRO } = change as { brand?: string };
  return () => ok(engine, "cancel_booking", { brand, id });
}

export const status = (engine: Engine, id: string): string | undefined =>
  engine.stores.waitlist.entry(id)?.status;

export const statuses = (engine: Engine, ids: readonly string[]) =>
  ids.map((id) => status(engine, id));

export const offersTo = (engine: Engine, id: string): string[] =>
  engine.stores.offers
    .ofEntry(id)
    .map(({ state, startAt }) => `${state} ${(startAt - OPENING) / MINUTE}`);

export const slots = (engine: Engine): number =>
  engine.database.query<{ n: number }, []>("SELECT count(*) AS n FROM slot_freed").get()?.n ?? 0;

/** Ends the live offer of an entry, and lets the waitlist offer the freed seats. */
export async function end(engine: Engine, id: string, state: OfferEnd | "accepted"): Promise<void> {
  const offer = engine.stores.waitlist.offerOf(id);
  if (offer === null) throw new Error(`Nothing is on offer to ${id}`);
  await engine.inBrand(offer.brand, (context) =>
    state === "accepted" ? acceptOffer(offer, context) : endOffer(offer, state, context),
  );
  await engine.run();
}
