import { z } from "zod";
import { brandParam, writeParams } from "../params.ts";

/** What is done with one text: which one. */
export const textInput = z.strictObject({
  brand: brandParam,
  id: z.string().trim().min(1).max(64),
  ...writeParams,
});
export type TextInput = z.infer<typeof textInput>;

export const textOutput = z.strictObject({
  id: z.string(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});
export type TextOutput = z.infer<typeof textOutput>;
