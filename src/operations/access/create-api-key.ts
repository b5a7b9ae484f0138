import { z } from "zod";
import { type Budgets, NO_BUDGETS, SCOPES } from "../../domain/caller.ts";
import { type Reason, reason, refuseFor } from "../../domain/errors.ts";
import { plainName } from "../../domain/plain-text.ts";
import { addDays, dateOf, startOfDay } from "../../domain/time.ts";
import type { ApiKeyRow } from "../../storage/stores.ts";
import { defineOperation, newSecret, type OperationContext } from "../define.ts";
import { hasRole } from "../desk/roles.ts";
import { OPERATIONS } from "../index.ts";
import { brandParam, dateParam, writeParams } from "../params.ts";
import { auditKey } from "./key-shape.ts";
import { excludedTool, insertKey, type KeyGrant, MAX_KEY_NAME, requireRoom } from "./new-key.ts";

const MOST_TYPED = 300;
const MOST_BRANDS = 100;
const budget = (what: string) => z.string().trim().max(MOST_TYPED).describe(what).optional();
const TOOLS = OPERATIONS.map(({ name }) => name);

const input = z.strictObject({
  brand: brandParam,
  name: z.string().max(MAX_KEY_NAME).describe("Purpose"),
  brands: z.array(z.string().max(100)).max(MOST_BRANDS).describe("Slugs of the restaurants"),
  scopes: z.array(z.enum(SCOPES)).describe("Permissions"),
  onlyTools: z.boolean().default(false).describe("true: only the tools in `tools`"),
  tools: z.array(z.enum(TOOLS)).default([]).describe("Allowed tools"),
  budgets: z
    .strictObject({
      writesPerMinute: budget("Maximum changes per minute"),
      smsPerDay: budget("Maximum texts per day caused by this key"),
      largestParty: budget("Largest party"),
      daysAhead: budget("Maximum days ahead"),
    })
    .default({}),
  forGuests: z.boolean().default(false).describe("true: the key acts for guests"),
  lastDate: dateParam("Last day on which the key works").optional(),
  expiresAt: z
    .int()
    .describe("When the key expires, epoch milliseconds; `lastDate` overrides it")
    .optional(),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  id: z.string(),
  name: z.string(),
  publicId: z.string(),
  dryRun: z.boolean(),
});
type Result = z.infer<typeof output>;

export const createApiKey = defineOperation<Input, Result>({
  name: "create_api_key",
  title: "Make an API key",
  words: { done: "Key created", history: "API key created" },
  scope: "bookings.write",
  role: "owner",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [
    { input: { name: "Phone agent", brands: ["demo-bistro"], scopes: ["bookings.read"] } },
  ],
  run: create,
});

function create(given: Input, context: OperationContext): Result {
  const grant = grantOf(given, context);
  const { publicId, hash } = newSecret(context);
  const kept = { publicId, secretHash: hash };
  const row = insertKey(context.stores, grant, kept, context);
  requireRoom(row, context);
  auditKey(createApiKey.name, row, grantFacts(row), context);
  return { id: row.id, name: row.name, publicId, dryRun: context.dryRun };
}

const titleOf = (tool: string): string =>
  OPERATIONS.find(({ name }) => name === tool)?.title ?? tool;

const grantFacts = ({ scopes, tools, budgets, forGuests, expiresAt }: ApiKeyRow): object => ({
  scopes,
  ...(forGuests ? { for: "guests" } : {}),
  ...(tools === null ? {} : { tools }),
  ...Object.fromEntries(Object.entries(budgets).filter(([, limit]) => limit !== null)),
  ...(expiresAt === null ? {} : { expiresAt }),
});

type Wrong =
  | `INVALID_INPUT.key_without_${"name" | "brand" | "scope" | "tool"}`
  | `INVALID_INPUT.key_${"tools_unclear" | "day_over" | "budget"}`;

function grantOf(given: Input, context: OperationContext): KeyGrant {
  const { caller, brand, now } = context;
  const name = plainName(given.name, MAX_KEY_NAME);
  const brands = [...new Set(given.brands)];
  const { lastDate } = given;
  const problems: Reason[] = [];
  const wrong = (parameter: string, kind: Wrong): void =>
    void problems.push(reason(kind, { parameter }));
  if (name === "") wrong("name", "INVALID_INPUT.key_without_name");
  if (brands.length === 0) wrong("brands", "INVALID_INPUT.key_without_brand");
  const foreign = brands.filter((slug) => !hasRole("owner", caller, slug));
  if (foreign.length > 0) {
    const facts = { parameter: "brands", say: { brands: foreign } };
    problems.push(reason("INVALID_INPUT.key_foreign_brands", facts));
  }
  if (given.scopes.length === 0) wrong("scopes", "INVALID_INPUT.key_without_scope");
  const tools = given.onlyTools ? [...new Set(given.tools)] : null;
  // Refuse ticked tools without `onlyTools`: otherwise the key could use all tools.
  if (tools === null && given.tools.length > 0) {
    wrong("tools", "INVALID_INPUT.key_tools_unclear");
  }
  if (tools?.length === 0) wrong("tools", "INVALID_INPUT.key_without_tool");
  const excluded = given.scopes.length === 0 ? null : excludedTool(tools ?? [], given.scopes);
  if (excluded !== null) {
    const say = { title: titleOf(excluded.tool), scope: excluded.scope };
    problems.push(reason("INVALID_INPUT.key_tool_excluded", { parameter: "tools", say }));
  }
  if (lastDate !== undefined && lastDate < dateOf(now, brand.settings.timeZone)) {
    wrong("lastDate", "INVALID_INPUT.key_day_over");
  }
  const budgets = Object.fromEntries(
    Object.keys(NO_BUDGETS).map((which) => {
      const typed = given.budgets[which as keyof Budgets] ?? "";
      if (typed !== "" && !/^[1-9]\d{0,8}$/.test(typed)) {
        wrong(`budgets.${which}`, "INVALID_INPUT.key_budget");
      }
      return [which, typed === "" ? null : Number(typed)];
    }),
  ) as unknown as Budgets;
  refuseFor(problems);
  return {
    name,
    brands,
    scopes: SCOPES.filter((scope) => given.scopes.includes(scope)),
    tools,
    budgets,
    forGuests: given.forGuests,
    expiresAt:
      lastDate === undefined
        ? (given.expiresAt ?? null)
        : startOfDay(addDays(lastDate, 1), brand.settings.timeZone),
  };
}
