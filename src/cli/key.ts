import { makeApiKey, parseApiKey } from "../auth/api-keys.ts";
import { DEFAULT_SCOPES, type Environment, SCOPES } from "../domain/caller.ts";
import { DAY } from "../domain/time.ts";
import { createApiKey } from "../operations/access/create-api-key.ts";
import { excludedTool } from "../operations/access/new-key.ts";
import { revokeApiKey } from "../operations/access/revoke-api-key.ts";
import type { ApiKeyRow, Stores } from "../storage/stores.ts";
import { requireBrands, slugsIn } from "./known-brands.ts";
import { listVerb } from "./list-verb.ts";
import { operatorVerb } from "./operator-verb.ts";
import { dayOf, pick } from "./print.ts";
import { CliError, type Flags, textFlag, usageError, type Verb } from "./verb.ts";

const keyCreate: Verb = operatorVerb({
  name: "key create",
  summary: "Create an API key for an agent or a script.",
  operation: createApiKey,
  flags: {
    name: "name",
    brand: { to: "brands", value: "SLUG", help: "A restaurant that the key acts for." },
    scope: {
      to: "scopes",
      required: false,
      help: `${SCOPES.join(", ")}; default: ${DEFAULT_SCOPES.join(" and ")}.`,
    },
    tool: { to: "tools", help: "A tool that the key allows; default: all tools." },
    "writes-per-minute": { to: "budgets.writesPerMinute", value: "N" },
    "sms-per-day": { to: "budgets.smsPerDay", value: "N" },
    "largest-party": { to: "budgets.largestParty", value: "N" },
    "days-ahead": { to: "budgets.daysAhead", value: "N" },
  },
  ownFlags: {
    for: textFlag("WHOM", "On whose side the key acts: restaurant (default) or guests.", {
      choices: ["restaurant", "guests"],
    }),
    expires: textFlag("WHEN", "When the key expires: 90d, or an ISO date and time."),
  },
  prepare({ flags, stores, environment, io, now }) {
    const brands = flags.list("brand");
    requireBrands(slugsIn(stores), brands);
    const tools = flags.list("tool");
    const named = flags.list("scope");
    const scopes = flags.has("scope")
      ? SCOPES.filter((scope) => named.includes(scope))
      : DEFAULT_SCOPES;
    const excluded = excludedTool(tools, scopes);
    if (excluded !== null) {
      const { tool, scope } = excluded;
      throw usageError(`--tool ${tool} needs --scope ${scope}.`);
    }
    const { key, publicId, secretHash } = makeApiKey(environment, io.random);
    const expiresAt = expiryOf(flags, now());
    const input = {
      brand: brands[0],
      scopes,
      onlyTools: tools.length > 0,
      forGuests: flags.text("for") === "guests",
      ...(expiresAt === null ? {} : { expiresAt }),
    };
    return { input, secret: () => ({ publicId, hash: secretHash }), kept: key };
  },
  answer({ id }, { stores, environment }, key) {
    const { lastUsedAt: _, revokedAt: __, ...shown } = shownKey(keyNamed(stores, id), environment);
    const text = `Key ${shown.name} for ${shown.brands.join(", ")}. The key is shown only now: store it safely.`;
    return { json: { key, ...shown }, secret: key, text };
  },
});

const keyList: Verb = listVerb({
  name: "key list",
  summary: "List the API keys.",
  of: "keys",
  rows: ({ stores }) => stores.apiKeys.list(),
  shown: (row, { environment }) => shownKey(row, environment),
  columns: {
    ID: ({ id }) => id,
    KEY: ({ publicId }) => `${publicId}...`,
    NAME: ({ name }) => name,
    BRANDS: ({ brands }) => brands.join(","),
    SCOPES: ({ scopes }) => scopes.join(","),
    FOR: ({ forGuests }) => whomOf(forGuests),
    "LAST USED": ({ lastUsedAt }) => dayOf(lastUsedAt, "never"),
    STATE: ({ revokedAt, expiresAt }) =>
      revokedAt !== null ? `revoked ${dayOf(revokedAt)}` : dayOf(expiresAt, "active", "until "),
  },
});

const keyRevoke: Verb = operatorVerb({
  name: "key revoke",
  summary: "Revoke an API key, by its id or the key itself.",
  positionals: ["ID"],
  operation: revokeApiKey,
  prepare({ stores, positionals }) {
    const { id, brands } = keyNamed(stores, positionals[0] ?? "");
    return { input: { id, brand: brands[0] }, kept: id };
  },
  answer({ id, name }, { stores }) {
    const { revokedAt } = keyNamed(stores, id);
    return { json: { id, revokedAt }, text: `Key ${name} (${id}) is revoked.` };
  },
});

const shownKey = (row: ApiKeyRow, environment: Environment) => ({
  ...pick(row, "id", "name", "brands", "scopes", "tools", "budgets"),
  for: whomOf(row.forGuests),
  environment,
  ...pick(row, "expiresAt", "createdAt", "lastUsedAt", "revokedAt"),
});

const whomOf = (forGuests: boolean): string => (forGuests ? "guests" : "restaurant");

function keyNamed({ apiKeys }: Stores, text: string): ApiKeyRow {
  const publicId = parseApiKey(text)?.publicId ?? text;
  const row = apiKeys.byId(text.toLowerCase()) ?? apiKeys.byPublicId(publicId);
  if (row !== null) return row;
  throw new CliError("NOT_FOUND", "There is no such key. See: maitred key list");
}

function expiryOf(flags: Flags, now: number): number | null {
  const text = flags.text("expires");
  if (text === undefined) return null;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const at = days === undefined ? instantOf(text) : now + Number(days) * DAY;
  if (at <= now) throw usageError(`--expires ${text} is in the past.`);
  return at;
}

function instantOf(text: string): number {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00Z` : text;
  try {
    return Temporal.Instant.from(whole).epochMilliseconds;
  } catch {
    throw usageError(
      `--expires takes days such as 90d, or an ISO time such as 2027-01-31T00:00:00Z, not ${text}.`,
    );
  }
}

export const KEY_VERBS: readonly Verb[] = [keyCreate, keyList, keyRevoke];
