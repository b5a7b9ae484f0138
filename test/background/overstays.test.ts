// Goal: if a party overstays, the next party at its table gets another table when the next party is
// due, not before, and only once.
import { expect, test } from "bun:test";
import { overstays } from "../../src/background/reservation-steps.ts";
import { BISTRO, EVENING, MINUTE, reservation } from "../storage/samples.ts";
import { putFloor, tableId } from "../support/floor.ts";
import { openMachine } from "./machine.ts";

const END = EVENING + 105 * MINUTE;

function openTables(tables: string, mode: string, gap = 15 * MINUTE) {
  const machine = openMachine();
  const { stores } = machine;
  const overrides = { ...stores.brands.overrides(BISTRO), tables: { mode } };
  stores.brands.update(BISTRO, { overrides, now: EVENING });
  putFloor(stores, BISTRO, { areas: { Room: tables } });
  const at = { tables: [tableId("1")], partySize: 2 };
  const sitting = reservation({ status: "seated", seatedAt: EVENING, ...at });
  const next = reservation({ startAt: END + gap, endAt: END + gap + 90 * MINUTE, ...at });
  for (const one of [sitting, next]) stores.reservations.insert(one);
  const tablesOf = ({ id }: { id: string }) => stores.reservations.get(id)?.tables;
  const close = { [Symbol.dispose]: () => machine[Symbol.dispose]() };
  return { ...close, stores, step: overstays(machine), sitting, next, tablesOf };
}

test.each([
  ["another table", "1:2 2:2", [tableId("2")]],
  ["no table if none is free", "1:2", []],
])("the next party gets %s when its stay begins", async (_, tables, given) => {
  using opened = openTables(tables, "required");
  const { step, sitting, next, tablesOf } = opened;
  const dueAt = next.startAt;
  expect(await step.run(dueAt - 1)).toBe(0);
  expect(step.nextDueAt(END, dueAt + MINUTE)).toBe(dueAt);
  expect(await step.run(dueAt)).toBe(1);
  expect([tablesOf(sitting), tablesOf(next)]).toEqual([[tableId("1")], given]);
  expect(await step.run(dueAt + MINUTE)).toBe(0);
});

test("the next party keeps its table for ten minutes, in which the overstaying party may leave", async () => {
  using opened = openTables("1:2 2:2", "required", 0);
  const { step, next, tablesOf } = opened;
  const dueAt = END + 10 * MINUTE;
  expect(await step.run(dueAt - 1)).toBe(0);
  expect(step.nextDueAt(END, dueAt)).toBe(dueAt);
  expect(await step.run(dueAt)).toBe(1);
  expect(tablesOf(next)).toEqual([tableId("2")]);
});

test("nothing happens if the overstaying party leaves in time", async () => {
  using opened = openTables("1:2 2:2", "required");
  const { stores, step, sitting, next, tablesOf } = opened;
  const run = step.run(next.startAt);
  const left = { status: "completed", completedAt: next.startAt } as const;
  stores.reservations.update({ ...sitting, ...left, revision: sitting.revision + 1 });
  expect(await run).toBe(0);
  expect(tablesOf(next)).toEqual([tableId("1")]);
});

test("nothing happens if the brand uses no tables", async () => {
  using opened = openTables("1:2 2:2", "off");
  const { step, next } = opened;
  expect(await step.run(next.startAt + MINUTE)).toBe(0);
});
