import { z } from "zod";
import { defineOperation, READS } from "../define.ts";
import { brandParam } from "../params.ts";
import { exportFloor, planOf } from "./export-floor.ts";

export const floorPlan = defineOperation({
  name: "floor_plan",
  title: "Floor plan",
  scope: "bookings.read",
  role: "manager",
  input: z.strictObject({ brand: brandParam }),
  output: exportFloor.output,
  hints: READS,
  run: (_given, context) => ({ plan: planOf(context) }),
});
