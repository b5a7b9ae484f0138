import { type Caller, NO_BUDGETS, type Scope } from "../../src/domain/caller.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import type { Brand } from "../../src/domain/settings.ts";
import { displayTime } from "../../src/domain/time.ts";
import type { WaitlistOffer } from "../../src/domain/waitlist.ts";
import type { MachineContext } from "../../src/operations/call/acting-as.ts";
import type { Answer } from "../../src/operations/call/idempotency.ts";
import type { DeskTerms, Operation } from "../../src/operations/define.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { createInvoke } from "../../src/operations/invoke.ts";
import { type PlannedText, textsOf } from "../../src/operations/reservation/questions.ts";
import type { WriteResult } from "../../src/operations/reservation/wire.ts";
import { askDue } from "../support/ask-due.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { sendText } from "../support/send-text.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const BISTRO = "bistro";
export const TRATTORIA = "trattoria";
/** 7:00 PM on Friday, November 20, 2026 in New York. */
export const EVENING = 1_795_219_200_000;
/** Noon three days before that evening, early enough to ask every guest to confirm. */
export const NOW = EVENING - 3 * DAY - 7 * HOUR;
export const FRIDAY = "Friday, November 20, 2026";
export const ADA = "+12127365000";

/**
 * 30 seats, no pace, no large parties, and no guest is asked to confirm: each test switches on what
 * it tests.
 */
export const PLAIN = {
  seats: 30,
  paceCovers: null,
  largeParty: { from: 1000, mode: "refuse" },
  attendance: { enabled: false },
};

const ZONES = {
  [BISTRO]: { timeZone: "America/New_York", defaultCountry: "US" },
  [TRATTORIA]: { timeZone: "Europe/Rome", defaultCountry: "IT" },
};

/** A caller with an API key of the bistro that may do everything, except what `change` replaces. */
export const caller = (change: Partial<Caller> = {}): Caller => {
  const principal = change.principal ?? "key-1";
  return {
    kind: "api_key",
    principal,
    actor: { kind: "api_key", id: principal, name: "Front desk" },
    environment: "test",
    brands: [BISTRO],
    scopes: ["bookings.read", "bookings.write"] as readonly Scope[],
    tools: null,
    budgets: NO_BUDGETS,
    headerBrand: null,
    roles: {},
    ...change,
  };
};

/** A key's budgets: no limits, except those in `change`. */
export const budgets = (change: Partial<Caller["budgets"]>): Caller["budgets"] => ({
  ...NO_BUDGETS,
  ...change,
});

/**
 * Every tool over a real database with two brands, a controlled clock, and ids that are the same in
 * every run.
 */
export interface House extends TestDatabase {
  /** The current instant, epoch milliseconds. */
  at: number;
  invoke(
    tool: string | Operation,
    input?: unknown,
    from?: Caller,
    desk?: DeskTerms,
  ): Promise<Answer>;
  /** Makes a call that must succeed, and returns its structured answer. */
  ok<Output = WriteResult>(
    tool: string,
    input?: object,
    from?: Caller,
    desk?: DeskTerms,
  ): Promise<Output>;
  /** Makes a call that must be refused, and returns the refusal. */
  refused(
    tool: string | Operation,
    input?: unknown,
    from?: Caller,
    desk?: DeskTerms,
  ): Promise<DomainError>;
  /** Books a table, and returns the id. */
  book(change?: object, from?: Caller): Promise<string>;
  /** Replaces the brand's settings. */
  set(overrides: object, slug?: string): void;
  /** The number of rows in each table that a write may change. */
  rows(): Record<string, number>;
  /** The reservation as stored. */
  stored(id: string): Reservation;
  /** Changes a reservation automatically, as the background loop does. */
  byMachine(
    id: string,
    change: (stored: Reservation, context: MachineContext) => void,
  ): Promise<void>;
  /** Every text about a reservation in order of queueing, then the planned texts. */
  messages(id: string): readonly (Message | PlannedText)[];
  /** Kind and state of each text about a reservation. */
  texts(id: string): string[];
  /** Queues the questions about attendance that are due. */
  askDue(): void;
  /** Sends every text that is due, including questions. */
  deliver(): void;
  /**
   * The freed seats, the oldest first, such as "cancel_booking 7:00 PM-8:45 PM", in the bistro's
   * zone.
   */
  freed(): string[];
  /** Adds an offer with its hold. */
  hold(offer: WaitlistOffer): void;
}

/**
 * Use with `using`. `withoutGateway`: texts are only written to the log, as in a live instance
 * without a gateway.
 */
export function openHouse(
  overrides: object = PLAIN,
  instance: { readonly withoutGateway?: boolean } = {},
): House {
  const database = openTestDatabase();
  const { stores, writer } = database;
  const random = fixedRandom();
  const invoke = createInvoke({
    stores,
    writer,
    clock: () => house.at,
    random,
    ...instance,
  });
  for (const slug of [BISTRO, TRATTORIA] as const) {
    const settings = { ...ZONES[slug], ...overrides };
    stores.brands.insert({ slug, name: `The ${slug}`, overrides: settings, now: NOW });
  }
  const brandOf = (slug: string): Brand => {
    const brand = stores.brands.get(slug);
    if (brand === null) throw new Error(`There is no ${slug}`);
    return brand;
  };
  const house: House = {
    ...database,
    at: NOW,
    invoke: (tool, input = {}, from = caller(), desk) =>
      invoke(typeof tool === "string" ? operationOf(tool) : tool, input, from, desk),
    ok: async <Output>(tool: string, input?: object, from?: Caller, desk?: DeskTerms) =>
      (await house.invoke(tool, input, from, desk)).structured as Output,
    refused: async (tool, input, from, desk) => {
      const answer = await house.invoke(tool, input, from, desk).catch((error: unknown) => error);
      if (answer instanceof DomainError) return answer;
      if (answer instanceof Error) throw answer;
      throw new Error(`Not refused: ${JSON.stringify(answer)}`);
    },
    book: async (change = {}, from) => {
      const wish = { name: "Ada", numberOfPeople: 4, date: FRIDAY, time: "7:00 PM", ...change };
      return (await house.ok("create_booking", wish, from)).reservation.id as string;
    },
    set: (changed, slug = BISTRO) =>
      stores.brands.update(slug, {
        overrides: { ...ZONES[slug as keyof typeof ZONES], ...changed },
        now: house.at,
      }),
    rows: () => rowsOf(database),
    stored: (id) => {
      const found = stores.reservations.get(id);
      if (found === null) throw new Error(`There is no reservation ${id}`);
      return found;
    },
    byMachine: (id, change) =>
      writer.write(() => {
        change(house.stored(id), { brand: brandOf(BISTRO), now: house.at, stores, random });
      }),
    messages: (id) => {
      const stored = house.stored(id);
      return textsOf(stored, { stores, brand: brandOf(stored.brand) });
    },
    texts: (id) => house.messages(id).map((one) => `${one.kind} ${one.state}`),
    askDue: () => askDue(stores, random, house.at),
    deliver: () => {
      house.askDue();
      for (const { id } of stores.deliveries.due(house.at, 1000)) {
        sendText(stores, id, "delivered", house.at);
      }
    },
    freed: () =>
      database.database
        .query<{ cause: string; from_at: number; to_at: number }, []>(
          "SELECT cause, from_at, to_at FROM slot_freed ORDER BY rowid",
        )
        .all()
        .map(({ cause, from_at, to_at }) => `${cause} ${wall(from_at)}-${wall(to_at)}`),
    hold: (offer) => database.stores.offers.insert(offer),
    [Symbol.dispose]: () => database[Symbol.dispose](),
  };
  return house;
}

const wall = (instant: number): string => displayTime(instant, "America/New_York");

export function operationOf(name: string): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}`);
  return found;
}

const TABLES = ["reservation", "audit", "message", "waitlist_entry", "slot_freed", "idempotency"];

const rowsOf = ({ database }: TestDatabase): Record<string, number> =>
  Object.fromEntries(
    TABLES.map((table) => {
      const row = database.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${table}`);
      return [table, row.get()?.count ?? 0];
    }),
  );
