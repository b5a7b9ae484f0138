import type { OpenInstance } from "../instance/server.ts";
import { importFloor } from "../operations/floor/import-floor.ts";
import { asOperator } from "./operator-verb.ts";
import type { CliIo } from "./verb.ts";

const TWO = { minCovers: 1, maxCovers: 2, shape: "square", width: 2, height: 2 };
const ROUND_TWO = { ...TWO, shape: "round" };
const FOUR = { minCovers: 2, maxCovers: 4, shape: "rectangle", width: 3, height: 2 };
const ROUND_SIX = { minCovers: 4, maxCovers: 6, shape: "round", width: 3, height: 3 };

const inside = (name: string, x: number, y: number, size: object) => ({
  name,
  area: "Dining room",
  x,
  y,
  ...size,
});
const outside = (...what: Parameters<typeof inside>) => ({ ...inside(...what), area: "Terrace" });

const joined = (tables: readonly string[], minCovers: number, maxCovers: number) => ({
  tables,
  minCovers,
  maxCovers,
});

const PLAN = {
  areas: [{ name: "Dining room" }, { name: "Terrace" }],
  tables: [
    ...[0, 3, 6, 9, 12, 15].map((x, index) => inside(String(index + 1), x, 0, TWO)),
    inside("7", 0, 4, FOUR),
    inside("8", 4, 4, FOUR),
    inside("9", 8, 4, FOUR),
    inside("10", 0, 8, FOUR),
    inside("11", 4, 8, FOUR),
    inside("12", 13, 5, ROUND_SIX),
    ...[0, 3, 6, 9].map((x, index) => outside(`T${index + 1}`, x, 0, ROUND_TWO)),
    outside("T5", 0, 4, FOUR),
    outside("T6", 5, 4, FOUR),
  ],
  combinations: [
    joined(["1", "2"], 3, 4),
    joined(["3", "4"], 3, 4),
    joined(["5", "6"], 3, 4),
    joined(["7", "8"], 5, 8),
    joined(["10", "11"], 5, 8),
    joined(["T1", "T2"], 3, 4),
  ],
};

export async function addDemoFloor(
  { stores, writer, clock }: OpenInstance,
  brand: string,
  io: Pick<CliIo, "random">,
): Promise<void> {
  const invoke = asOperator({ stores, writer, environment: "test", now: clock }, io);
  await invoke(importFloor, { brand, plan: PLAN });
}
