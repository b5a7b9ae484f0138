import { makeApiKey } from "../auth/api-keys.ts";
import { SCOPES, type Scope } from "../domain/caller.ts";
import { DAY } from "../domain/time.ts";
import { grantFacts } from "../operations/access/create-api-key.ts";
import {
  excludedTool,
  insertKey,
  type KeyGrant,
  MAX_KEY_NAME,
} from "../operations/access/new-key.ts";
import { OPERATIONS } from "../operations/index.ts";
import type { ApiKeyRow } from "../storage/stores.ts";
import { brandNamed } from "./brand-show.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { type Instance, withInstance } from "./instance.ts";
import { type CliIo, type Flags, usageError, type Verb } from "./verb.ts";

const ACTS_FOR = ["restaurant", "guests"] as const;

/** `maitred key create`: an API key for chosen brands; the only time that it is shown. */
export const keyCreate: Verb = {
  name: "key create",
  summary: "Make an API key for an agent or a script.",
  positionals: [],
  flags: {
    name: { type: "string", required: true, value: "NAME", help: "What it is for." },
    brand: {
      type: "string",
      multiple: true,
      required: true,
      value: "SLUG",
      help: "A restaurant it may act for.",
    },
    scope: {
      type: "string",
      multiple: true,
      value: "SCOPE",
      choices: SCOPES,
      help: `${SCOPES.join(" or ")}.`,
    },
    tool: {
      type: "string",
      multiple: true,
      value: "TOOL",
      choices: OPERATIONS.map(({ name }) => name),
      help: "A tool it may use; all unless given.",
    },
    for: {
      type: "string",
      value: "WHOM",
      choices: ACTS_FOR,
      help: "restaurant (default) or guests: whom it speaks for.",
    },
    expires: { type: "string", value: "WHEN", help: "90d, or an ISO date and time." },
    "writes-per-minute": { type: "string", value: "N", help: "Changes a minute." },
    "sms-per-day": { type: "string", value: "N", help: "Texts a day in answer to its calls." },
    "largest-party": { type: "string", value: "N", help: "People in one reservation." },
    "days-ahead": { type: "string", value: "N", help: "Days ahead that it may book." },
    ...DATA_FLAG,
  },
  run: async ({ flags, config, io }) => {
    const wish = grantOf(flags);
    return await withInstance({ config, io }, {}, async (instance) => {
      const expiresAt = expiryOf(flags.text("expires"), instance.now());
      const { row, key } = await issueKey(instance, io, { ...wish, expiresAt });
      const { environment } = instance;
      const { id, name, brands, scopes, tools, budgets, forGuests, createdAt } = row;
      const json = {
        id,
        key,
        name,
        brands,
        scopes,
        tools,
        budgets,
        for: forGuests ? "guests" : "restaurant",
        environment,
        expiresAt,
        createdAt,
      };
      const text = `Key ${name} for ${brands.join(", ")}. It is shown only now: keep it safe.`;
      return { json, secret: key, text };
    });
  },
};

/** Makes and stores a key. Refuses with BRAND_UNKNOWN. */
export async function issueKey(
  { stores, writer, environment, now }: Pick<Instance, "stores" | "writer" | "environment" | "now">,
  io: Pick<CliIo, "random">,
  grant: KeyGrant,
): Promise<{ readonly row: ApiKeyRow; readonly key: string }> {
  const { key, publicId, secretHash } = makeApiKey(environment, io.random);
  const row = await writer.write(() => {
    for (const slug of grant.brands) brandNamed(stores, slug);
    const createdAt = now();
    const born = { now: createdAt, random: io.random };
    const made = insertKey(stores, grant, { publicId, secretHash }, born);
    for (const brand of made.brands) {
      const after = { keyId: made.id, name: made.name, ...grantFacts(made) };
      const change = { brand, operation: "key_create", before: {}, after };
      stores.audit.insert(operatorChange(io, createdAt, change));
    }
    return made;
  });
  return { row, key };
}

function grantOf(flags: Flags): Omit<KeyGrant, "expiresAt"> {
  const name = flags.required("name");
  if (name.length > MAX_KEY_NAME)
    throw usageError(`--name takes up to ${MAX_KEY_NAME} characters.`);
  const named = flags.list("scope").map(scopeNamed);
  const scopes = named.length === 0 ? SCOPES : [...new Set(named)];
  const tools = flags.list("tool").map(toolNamed);
  const whom = flags.text("for") ?? "restaurant";
  if (!ACTS_FOR.some((one) => one === whom)) {
    throw usageError(`--for takes ${ACTS_FOR.join(" or ")}, not ${whom}.`);
  }
  const excluded = excludedTool(tools, scopes);
  if (excluded !== null) {
    const { tool, scope } = excluded;
    throw usageError(`--tool ${tool} needs --scope ${scope}: without it the key cannot call it.`);
  }
  return {
    name,
    brands: [...new Set(flags.list("brand"))],
    scopes,
    tools: tools.length === 0 ? null : [...new Set(tools)],
    budgets: {
      writesPerMinute: flags.count("writes-per-minute"),
      smsPerDay: flags.count("sms-per-day"),
      largestParty: flags.count("largest-party"),
      daysAhead: flags.count("days-ahead"),
    },
    forGuests: whom === "guests",
  };
}

function scopeNamed(text: string): Scope {
  const scope = SCOPES.find((known) => known === text);
  if (scope === undefined) throw usageError(`--scope takes ${SCOPES.join(" or ")}, not ${text}.`);
  return scope;
}

function toolNamed(text: string): string {
  const names = OPERATIONS.map((operation) => operation.name);
  if (names.includes(text)) return text;
  throw usageError(`--tool takes one of ${names.join(", ")}, not ${text}.`);
}

/** `90d` from now on, or an instant; a date alone is its first moment in UTC. Null: never. */
function expiryOf(text: string | undefined, now: number): number | null {
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
