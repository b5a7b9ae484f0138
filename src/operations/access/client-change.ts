import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import type { ClientRow, Stores } from "../../storage/stores.ts";

export const clientIdParam = z.string().max(2048).describe("The client's id");

const output = z.strictObject({
  id: z.string(),
  name: z.string(),
  grants: z.int().describe("Number of consents that this change ended"),
  dryRun: z.boolean(),
});
export type ClientResult = z.infer<typeof output>;

export const CLIENT_CHANGE = {
  scope: "bookings.write",
  operatorOnly: true,
  brandless: true,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f050f58027935d40f69e" } }],
} as const;

export function clientOf(id: string, { oauthClients }: Pick<Stores, "oauthClients">): ClientRow {
  const row = oauthClients.byId(id);
  if (row !== null) return row;
  throw refusal("NOT_FOUND.client", {});
}
