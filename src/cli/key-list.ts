import type { Environment } from "../domain/caller.ts";
import type { ApiKeyRow } from "../storage/stores.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { table } from "./print.ts";
import type { Verb } from "./verb.ts";

/** `maitred key list`: every key with what it may do and when it was used, never the key itself. */
export const keyList: Verb = {
  name: "key list",
  summary: "List the API keys.",
  positionals: [],
  flags: DATA_FLAG,
  run: async ({ config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores, environment }) => {
      const rows = stores.apiKeys.list();
      const keys = rows.map((row) => shown(row, environment));
      return { json: { keys }, text: table(HEADINGS, rows.map(cells)), plain: true };
    }),
};

const HEADINGS = ["ID", "KEY", "NAME", "BRANDS", "SCOPES", "FOR", "LAST USED", "STATE"];

const shown = (row: ApiKeyRow, environment: Environment): object => ({
  id: row.id,
  name: row.name,
  brands: row.brands,
  scopes: row.scopes,
  tools: row.tools,
  budgets: row.budgets,
  for: whomOf(row),
  environment,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  revokedAt: row.revokedAt,
});

function cells(row: ApiKeyRow): string[] {
  const state = row.revokedAt !== null ? `revoked ${day(row.revokedAt)}` : expiry(row.expiresAt);
  const used = row.lastUsedAt === null ? "never" : day(row.lastUsedAt);
  return [
    row.id,
    `${row.publicId}...`,
    row.name,
    row.brands.join(","),
    row.scopes.join(","),
    whomOf(row),
    used,
    state,
  ];
}

const whomOf = ({ forGuests }: ApiKeyRow): string => (forGuests ? "guests" : "restaurant");

const expiry = (at: number | null): string => (at === null ? "active" : `until ${day(at)}`);

const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
