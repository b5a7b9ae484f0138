// Measures how much slower calls are with tables. Fills whole evenings, in this process, in a
// restaurant with tables and in one that only counts covers.
import { join } from "node:path";
import { type Caller, NO_BUDGETS, SCOPES } from "../../../src/domain/caller.ts";
import { DomainError } from "../../../src/domain/errors.ts";
import type { Party } from "../../../src/domain/seating/unit.ts";
import { addDays, dateOf, displayTime, formatDate } from "../../../src/domain/time.ts";
import type { RunningServer } from "../../../src/instance/server.ts";
import { importFloor } from "../../../src/operations/floor/import-floor.ts";
import { ZONE } from "../bookings.ts";
import { addHouse, callTool, open } from "../house.ts";
import { addWaiting, NOON } from "../waiting-guests.ts";
import { requestsOf, roomOf } from "./evening.ts";
import { PARTIES_OF_20 } from "./searches.ts";

/** Bookings are timed after this share of an evening's parties has asked for a table. */
const FULL = 0.9;
const WAITING = 1000;

/** The processor time of each call in milliseconds, by tool. */
export type Times = Record<
  "book" | "refuse" | "check_availability" | "cancel_booking",
  readonly number[]
>;

interface House {
  readonly server: RunningServer;
  readonly times: Record<keyof Times, number[]>;
}

async function openHouse(folder: string, tables: number, mode: string): Promise<House> {
  const plan = roomOf(tables);
  const seats = plan.tables.reduce((sum, { maxCovers }) => sum + maxCovers, 0);
  const server = await open(folder, {
    clockAt: NOON,
    prepare: async (desk) =>
      addHouse(desk, {
        seats: mode === "off" ? seats : null,
        maxPartySize: 20,
        attendance: { enabled: false },
        tables: { mode },
      }),
  });
  await server.invoke(importFloor, { brand: "bench", plan: asFile(plan) }, operator);
  return { server, times: { book: [], refuse: [], check_availability: [], cancel_booking: [] } };
}

const asFile = ({ areas, tables, combinations }: ReturnType<typeof roomOf>) => ({
  areas: areas.map(({ id }) => ({ name: id })),
  tables: tables.map(({ id: _id, ...table }) => table),
  combinations,
});

const operator: Caller = {
  kind: "operator",
  principal: "operator",
  actor: { kind: "system", id: "operator", name: "operator" },
  environment: "test",
  brands: ["bench"],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
};

type Wish = ReturnType<typeof wishOf>;

/** A booking `days` days ahead, as tools expect it. Every guest has a phone. */
function wishOf({ id, from, size, area }: Party, days: number) {
  const date = formatDate(addDays(dateOf(from, ZONE), days));
  const time = displayTime(from, ZONE);
  return {
    brand: "bench",
    name: "Ada",
    phone: `+1212${2_000_000 + 1000 * days + Number(id.slice(1))}`,
    numberOfPeople: size,
    date,
    time,
    ...(area ? { area } : {}),
  };
}

/** Calls a tool, and records its time if `kept` includes its kind. */
async function timed(
  { server, times }: House,
  tool: string,
  input: object,
  kept: readonly (keyof Times)[],
): Promise<Record<string, unknown> | null> {
  const before = process.cpuUsage();
  const answer = await callTool(server, tool, input).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "TABLES_FULL") return null;
    throw error;
  });
  const { user, system } = process.cpuUsage(before);
  const kind = tool === "create_booking" ? (answer === null ? "refuse" : "book") : tool;
  if (kept.includes(kind as keyof Times)) times[kind as keyof Times].push((user + system) / 1000);
  return answer;
}

/**
 * Makes a dry run of a booking in both restaurants. If neither refuses, both book. The restaurants
 * take turns at booking first, because the first booking after refusals is slower: the code of
 * booking is no longer in the processor's caches.
 */
async function bookInTurns(kept: House, off: House, wish: Wish, turn: number): Promise<void> {
  const houses = [
    { house: kept, input: wish },
    { house: off, input: { ...wish, area: undefined } },
  ];
  for (const { house, input } of houses) {
    const tried = await timed(house, "create_booking", { ...input, dryRun: true }, ["refuse"]);
    if (tried === null) return;
  }
  for (const { house, input } of turn % 2 === 0 ? houses : houses.toReversed()) {
    await timed(house, "create_booking", input, ["book"]);
  }
}

/**
 * Fills evenings in both restaurants with the same parties. A party that the restaurant with tables
 * refuses is not sent to the other. The first evening is the warm-up.
 */
export async function measure(folder: string, tables: number, evenings: number) {
  const kept = await openHouse(join(folder, `kept-${tables}`), tables, "required");
  const off = await openHouse(join(folder, `off-${tables}`), tables, "off");
  for (let evening = 0; evening <= evenings; evening += 1) {
    const asking = requestsOf(evening, (PARTIES_OF_20 * tables) / 20);
    const isFull = (at: number): boolean => evening > 0 && at >= asking.length * FULL;
    for (const [at, party] of asking.entries()) {
      const wish = wishOf(party, evening);
      if (isFull(at)) {
        await bookInTurns(kept, off, wish, at);
        continue;
      }
      const counts = evening > 0 ? (["refuse"] as const) : [];
      const answer = await timed(kept, "create_booking", wish, counts);
      if (answer === null) continue;
      await timed(off, "create_booking", { ...wish, area: undefined }, []);
    }
    for (const numberOfPeople of [2, 4, 6]) {
      const { date, time } = wishOf(asking[numberOfPeople] as Party, evening);
      const look = { brand: "bench", date, numberOfPeople };
      const counts = evening > 0 ? (["check_availability"] as const) : [];
      await timed(kept, "check_availability", { ...look, time }, counts);
      await timed(kept, "check_availability", look, counts);
    }
  }
  await off.server.close();
  await cancelAll(kept);
  await kept.server.close();
  return { kept: kept.times as Times, off: off.times as Times };
}

/** Cancels the parties of the first evening one by one, with 1000 guests on the waitlist. */
async function cancelAll(house: House): Promise<void> {
  const sizes = [2, 2, 2, 4, 3, 6, 5, 4];
  await addWaiting(house.server, WAITING, { sizeOf: (index) => sizes[index % sizes.length] ?? 2 });
  const date = formatDate(dateOf(requestsOf(0, 1)[0]?.from ?? 0, ZONE));
  const input = { brand: "bench", date, limit: 200 };
  const { bookings } = await callTool(house.server, "list_bookings", input);
  for (const [at, { id }] of (bookings as { id: string }[]).entries()) {
    const counts = at === 0 ? [] : (["cancel_booking"] as const);
    await timed(house, "cancel_booking", { brand: "bench", id }, counts);
  }
}
