// A restaurant with tables, and every write that affects tables: calls with an API key, calls from
// the dashboard, and the steps of the background loop.
import {
  automaticCompletion,
  freeTables,
  overstays,
} from "../../src/background/reservation-steps.ts";
import type { Caller } from "../../src/domain/caller.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { FloorPlan } from "../../src/domain/floor-plan.ts";
import type { DeskTerms, Operation } from "../../src/operations/define.ts";
import { seatWalkIn } from "../../src/operations/desk/seat-walk-in.ts";
import { setSettings } from "../../src/operations/desk/set-settings.ts";
import { importFloor } from "../../src/operations/floor/import-floor.ts";
import { createInvoke } from "../../src/operations/invoke.ts";
import { acceptOffer } from "../../src/operations/waitlist/accept-offer.ts";
import { endOffer } from "../../src/operations/waitlist/end-offer.ts";
import type { Stores } from "../../src/storage/stores.ts";
import type { Writer } from "../../src/storage/writer.ts";
import { caller, operationOf } from "../operations/house.ts";
import { BRANDS, type Engine, engineOver, SETTINGS } from "./waiting-engine.ts";

const [BISTRO] = BRANDS;
const KEY = caller();
const MANAGER: Caller = caller({
  kind: "session",
  principal: "user-1",
  actor: { kind: "user", id: "user-1", name: "Sam" },
  roles: { [BISTRO]: "manager" },
});
const OPERATOR = caller({ kind: "operator", principal: "operator" });
const OVERRIDE: DeskTerms = { override: { reason: "regulars" } };

/** The answer of a call, or the code of its refusal. */
type Outcome = Record<string, unknown> | string;

export interface TablesEngine {
  readonly engine: Engine;
  /** `by`: an API key, a manager at the dashboard, or a manager with an override. */
  call(tool: string, input: object, by: "key" | "desk" | "override"): Promise<Outcome>;
  walkIn(numberOfPeople: number): Promise<Outcome>;
  plan(plan: object): Promise<Outcome>;
  set(settings: object): Promise<Outcome>;
  /** The reply of the guest who has this offer. */
  answer(offerId: string, yes: boolean): Promise<unknown>;
  /** Runs all steps of the background loop that affect tables. */
  loop(): Promise<void>;
}

export function tablesEngine(
  opened: {
    readonly stores: Stores;
    readonly writer: Writer;
    readonly database: Engine["database"];
  },
  random: (length: number) => Uint8Array,
): TablesEngine {
  const engine = engineOver(opened, random);
  const { stores, writer } = opened;
  const invoke = createInvoke({ stores, writer, clock: () => engine.at, random });
  const ask = async (operation: Operation, input: object, by: Caller, desk?: DeskTerms) => {
    try {
      return (await invoke(operation, input, by, desk)).structured;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  };
  return {
    engine,
    call: (tool, input, by) =>
      by === "key"
        ? ask(operationOf(tool), input, KEY)
        : ask(operationOf(tool), input, MANAGER, by === "desk" ? {} : OVERRIDE),
    walkIn: (numberOfPeople) => ask(seatWalkIn, { numberOfPeople }, MANAGER, {}),
    plan: (plan) => ask(importFloor, { brand: BISTRO, plan }, OPERATOR),
    set: (settings) => ask(setSettings, { brand: BISTRO, edit: { set: settings } }, OPERATOR),
    answer: (id, yes) =>
      engine.inBrand(BISTRO, (context) => {
        const offer = stores.offers.get(id);
        if (offer === null) return;
        if (yes) acceptOffer(offer, context);
        else endOffer(offer, "declined", context);
      }),
    async loop() {
      for (const step of [automaticCompletion, overstays, freeTables])
        await step(engine).run(engine.at);
      await engine.run();
    },
  };
}

const sized = (minCovers: number, maxCovers: number) => ({ minCovers, maxCovers });
const table = (name: string, min: number, max: number, area = "Room") => ({
  name,
  area,
  ...sized(min, max),
});

/** A room with four tables and a terrace with two. */
export const PLAN = {
  areas: [{ name: "Room" }, { name: "Terrace" }],
  tables: [
    table("1", 1, 2),
    table("2", 1, 2),
    table("3", 1, 4),
    table("4", 2, 4),
    table("T1", 1, 2, "Terrace"),
    table("T2", 1, 6, "Terrace"),
  ],
  combinations: [
    { tables: ["1", "2"], ...sized(3, 4) },
    { tables: ["3", "4"], ...sized(5, 8), extraMinutes: 15 },
    { tables: ["2", "3"], ...sized(4, 5) },
  ],
} satisfies Partial<Record<keyof FloorPlan, object>>;

export async function openTables(tables: TablesEngine): Promise<void> {
  const { engine } = tables;
  const rules = {
    ...SETTINGS,
    seats: null,
    paceCovers: null,
    maxPartySize: 10,
    largeParty: { from: 1000, mode: "refuse" },
    tables: { mode: "required" },
  };
  engine.stores.brands.insert({ slug: BISTRO, name: "Bistro", overrides: rules, now: engine.at });
  await tables.plan(PLAN);
}
