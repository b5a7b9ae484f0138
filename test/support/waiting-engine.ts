// The waitlist as the product runs it: every tool, the background loop and a gateway, with a
// controlled clock, over a database.
import type { Database } from "bun:sqlite";
import { deliveries } from "../../src/background/deliveries.ts";
import { freedSlots } from "../../src/background/freed-slots.ts";
import { offers } from "../../src/background/offers.ts";
import type { Machine } from "../../src/background/sweep.ts";
import { waitlistEntries } from "../../src/background/waitlist-entries.ts";
import { type Caller, NO_BUDGETS } from "../../src/domain/caller.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { SendResult, SmsMessage, SmsProvider } from "../../src/domain/sms-provider.ts";
import { displayTime } from "../../src/domain/time.ts";
import type { MachineContext } from "../../src/operations/call/acting-as.ts";
import { DESK_OPERATIONS } from "../../src/operations/desk/index.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { createInvoke } from "../../src/operations/invoke.ts";
import type { Stores } from "../../src/storage/stores.ts";
import type { Writer } from "../../src/storage/writer.ts";
import { PATIENT, silentLog } from "../background/machine.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const BRANDS = ["bistro", "corner"] as const;
export const ZONE = "America/New_York";
export const FRIDAY = "Friday, November 20, 2026";
/** The next evening, for which the same phones wait. */
const SATURDAY = "Saturday, November 21, 2026";
/** 6:00 PM on that Friday, the first start. */
export const OPENING = 1_795_215_600_000;
export const SLOT = 15 * MINUTE;
export const GRID = Array.from({ length: 7 }, (_, index) => OPENING + index * SLOT);
export const DAY = 24 * HOUR;
/** The starts of both evenings. */
export const STARTS = [GRID, GRID.map((at) => at + DAY)].flat();

/** A start as tools expect it. */
export const asWritten = (startAt: number): { readonly date: string; readonly time: string } => ({
  date: startAt < OPENING + DAY / 2 ? FRIDAY : SATURDAY,
  time: displayTime(startAt, ZONE),
});

/** The start of the local date of an instant, in the brands' zone. */
export const midnightBefore = (instant: number): number => {
  const midnight = OPENING - 18 * HOUR;
  return midnight + Math.floor((instant - midnight) / DAY) * DAY;
};

/** A small restaurant whose limits are soon reached. Guests are not asked to confirm. */
export const SETTINGS = {
  timeZone: ZONE,
  defaultCountry: "US",
  seats: 8,
  paceCovers: 6,
  paceParties: null,
  maxPartySize: 8,
  largeParty: { from: 7, mode: "allow" },
  turnMinutes: [
    { upTo: 2, minutes: 60 },
    { upTo: null, minutes: 90 },
  ],
  services: [
    {
      name: "Dinner",
      days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
      opens: "18:00",
      lastSeating: "19:30",
      closes: "22:00",
      limits: {},
    },
  ],
  attendance: { enabled: false },
};

/** A sent text, with its time. */
export interface Sent extends SmsMessage {
  readonly at: number;
}

export interface Engine extends Machine {
  readonly database: Database;
  /** The current instant, epoch milliseconds. */
  at: number;
  /**
   * How the gateway answers from now on. `takes`: accepts texts and reports them delivered;
   * `keeps`: accepts texts, delivery unknown; `refuses`: rejects texts for good; `loses`: gives no
   * clear answer; `away`: rejects texts for now; `busy`: also asks for an hour without calls.
   */
  gateway: "takes" | "keeps" | "refuses" | "loses" | "away" | "busy";
  readonly sent: Sent[];
  /** The answer of a tool, or the code of its refusal. */
  call(tool: string, input: object): Promise<Record<string, unknown> | string>;
  /** Runs the background loop once. */
  run(): Promise<void>;
  /** Runs `body` in a write transaction. */
  inBrand(slug: string, body: (context: MachineContext) => unknown): Promise<unknown>;
}

const CALLER: Caller = {
  kind: "api_key",
  principal: "key-1",
  actor: { kind: "api_key", id: "key-1", name: "Front desk" },
  environment: "test",
  brands: BRANDS,
  scopes: ["bookings.read", "bookings.write"],
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
};

/** An owner of both restaurants, for changes that tools cannot make. */
const PERSON: Caller = {
  ...CALLER,
  kind: "session",
  principal: "user-1",
  actor: { kind: "user", id: "user-1", name: "Sam" },
  headerBrand: BRANDS[0],
  roles: { [BRANDS[0]]: "owner", [BRANDS[1]]: "owner" },
};

/** An engine over an open database. `random` decides the ids. */
export function engineOver(
  opened: { readonly database: Database; readonly stores: Stores; readonly writer: Writer },
  random: (length: number) => Uint8Array,
): Engine {
  const { stores, writer } = opened;
  const clock = (): number => engine.at;
  const machine: Machine = { stores, writer, clock, random, log: silentLog };
  const invoke = createInvoke({ stores, writer, clock, random });
  const sent: Sent[] = [];
  const provider: SmsProvider = {
    name: "test",
    capabilities: { dedupesById: false, deliveryReports: false, inbound: false },
    send(message): Promise<SendResult> {
      if (engine.gateway === "refuses") {
        return Promise.resolve({ status: "rejected", code: "no", permanent: true });
      }
      if (engine.gateway === "away") {
        return Promise.resolve({ status: "rejected", code: "ECONNREFUSED", permanent: false });
      }
      if (engine.gateway === "busy") {
        const asked = { code: "http_503", retryAfterSeconds: 3600 };
        return Promise.resolve({ status: "rejected", permanent: false, ...asked });
      }
      if (engine.gateway === "loses") return Promise.resolve({ status: "unknown" });
      sent.push({ ...message, at: engine.at });
      const delivered = engine.gateway === "takes";
      return Promise.resolve({ status: "accepted", providerId: message.id, delivered });
    },
  };
  const followed = offers(machine);
  const steps = [
    followed,
    waitlistEntries(machine),
    freedSlots(machine),
    deliveries(machine, provider, PATIENT),
    followed,
  ];
  const engine: Engine = {
    ...machine,
    database: opened.database,
    at: OPENING,
    gateway: "takes",
    sent,
    async call(tool, input) {
      const open = OPERATIONS.find(({ name }) => name === tool);
      const operation = open ?? DESK_OPERATIONS.find(({ name }) => name === tool);
      if (operation === undefined) throw new Error(`There is no operation ${tool}`);
      try {
        return (await invoke(operation, input, open === undefined ? PERSON : CALLER)).structured;
      } catch (error) {
        if (error instanceof DomainError) return error.code;
        throw error;
      }
    },
    async run() {
      for (const step of steps) {
        for (let batch = 0; batch < 50 && (await step.run(engine.at)) > 0; batch += 1);
      }
    },
    inBrand: (slug, body) =>
      writer.write<unknown>(() => {
        const brand = stores.brands.get(slug);
        if (brand === null) throw new Error(`There is no brand ${slug}`);
        return body({ brand, now: engine.at, stores, random });
      }),
  };
  return engine;
}

/** Adds two restaurants with the same settings. */
export function addBrands(engine: Engine, change: object = {}): void {
  for (const slug of BRANDS) {
    const overrides = { ...SETTINGS, ...change };
    engine.stores.brands.insert({ slug, name: `The ${slug}`, overrides, now: engine.at });
  }
}
