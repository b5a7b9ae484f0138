import { z } from "zod";
import { defineOperation, READS } from "../define.ts";
import { brandParam } from "../params.ts";
import { keyShape, listedKey } from "./key-shape.ts";
import { makersIn } from "./maker.ts";
import { MOST_WORKING } from "./new-key.ts";

const MOST_KEYS = 2 * MOST_WORKING;

export const apiKeys = defineOperation({
  name: "api_keys",
  title: "API keys",
  scope: "bookings.read",
  role: "manager",
  input: z.strictObject({ brand: brandParam }),
  output: z.strictObject({ keys: z.array(keyShape).describe("Working keys first") }),
  hints: READS,
  run(_, context) {
    const { stores, brand, now } = context;
    const makerOf = makersIn(context);
    const rows = stores.apiKeys.ofBrand(brand.slug, now, MOST_KEYS);
    return { keys: rows.map((row) => listedKey(row, makerOf(row), context)) };
  },
});
