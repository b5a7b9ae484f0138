import { createHash } from "node:crypto";
import { z } from "zod";
import {
  DomainError,
  type Reason,
  refusal,
  refuseFor,
  settingKeysOf,
} from "../../domain/errors.ts";
import { isRecord } from "../../domain/json.ts";
import { DEFAULT_LANGUAGE } from "../../domain/languages.ts";
import {
  type BrandSettings,
  editOverrides,
  resolveSettings,
  retentionDaysOf,
  type SpecialDay,
} from "../../domain/settings.ts";
import { brandBudget, directPhoneBudget, phoneBudget } from "../../domain/sms-budget.ts";
import { sayNoTables, sayShutOut, sayTablesGiven } from "../../words/render.ts";
import { nameReasons } from "../brand/add-brand.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, settingsEditParam, writeParams } from "../params.ts";
import { movedShape, unplacedShape } from "../reservation/wire.ts";
import { movesShown, unplacedShown } from "../seating/names.ts";
import { placeAll } from "../seating/reseat.ts";
import { feedWidened } from "../waitlist/settings-widened.ts";
import { hasRole } from "./roles.ts";
import {
  editOf,
  type FormEdit,
  placesOf,
  type SettingsForm,
  settingsFormShape,
} from "./settings-form.ts";
import { shutOut } from "./shut-out.ts";

const input = z.strictObject({
  brand: brandParam,
  seen: z.string().max(64).describe("settingsMark of the settings that the form showed").optional(),
  settings: settingsFormShape.default({}),
  edit: settingsEditParam.describe("Any settings by name, for the operator").optional(),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  changed: z.boolean(),
  keys: z.array(z.string()),
  dryRun: z.boolean(),
  warnings: z.array(z.strictObject({ message: z.string() })),
  tables: z
    .strictObject({ moves: z.array(movedShape), unplaced: z.array(unplacedShape) })
    .nullable()
    .describe(
      "Parties that got a table and parties that did not; null if tables were not switched on",
    ),
});
type Result = z.infer<typeof output>;

/** If the new settings make room, waiting guests get offers. */
export const setSettings = defineOperation<Input, Result>({
  name: "set_settings",
  title: "Change settings",
  words: { done: "Settings saved", history: "Settings changed" },
  scope: "bookings.write",
  role: "manager",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  examples: [{ input: { settings: { quietHours: { from: "22:00", to: "09:00" } } } }],
  run: set,
});

/** A hash of the settings named in `fields`, such as "settings.limits.seats". */
export function settingsMark(overrides: object, fields: readonly string[]): string {
  const places = fields.flatMap((field) => {
    const [, part = "", kind = ""] = field.split(".");
    return placesOf(part, kind);
  });
  const shown = [...new Set(places)].sort().map((place) => {
    const [top = "", inner] = place.split(".");
    const value = (overrides as Record<string, unknown>)[top];
    const here =
      inner === undefined ? value : (value as Record<string, unknown> | undefined)?.[inner];
    return [place, here];
  });
  return createHash("sha256").update(JSON.stringify(shown)).digest("hex").slice(0, 16);
}

const fieldsOf = (form: SettingsForm): string[] =>
  Object.entries(form).flatMap(([part, fields]) =>
    Object.keys(fields ?? {}).map((key) => `settings.${part}.${key}`),
  );

function set(given: Input, context: OperationContext): Result {
  const before = context.stores.brands.overrides(context.brand.slug) ?? {};
  return write(before, settingsAfter(given, before, context), context);
}

export function mergeSettings(merge: Record<string, unknown>, context: OperationContext): Result {
  const before = context.stores.brands.overrides(context.brand.slug) ?? {};
  const edit = { unset: [], merge, name: null, fieldOf: () => null };
  const after = edited(before, edit, withUsual(context.brand.settings));
  return write(before, { ...after, name: null }, context);
}

export function setSpecialDay(
  { date, special, operation }: { date: string; special: SpecialDay | null; operation: string },
  context: OperationContext,
): void {
  const before = context.stores.brands.overrides(context.brand.slug) ?? {};
  const without = editOverrides(before, { unset: [`specialDays.${date}`] });
  const overrides =
    special === null
      ? without
      : editOverrides(without, { merge: { specialDays: { [date]: special } } });
  const settings = resolveSettings(overrides);
  write(before, { overrides, settings, name: null }, context, operation);
}

interface After {
  readonly overrides: object;
  readonly settings: BrandSettings;
  readonly name: string | null;
}

function write(
  before: object,
  { overrides, settings, name: typedName }: After,
  context: OperationContext,
  operation = setSettings.name,
): Result {
  const { stores, brand, now, random, dryRun } = context;
  const keys = keysThatDiffer(before, overrides);
  if (keys.includes("retentionDays") || keys.includes("keepGuestsUntil")) requireOwner(context);
  const renamed = typedName !== null && typedName !== brand.name;
  const name = renamed ? typedName : brand.name;
  const changed = renamed ? ["name", ...keys] : keys;
  if (changed.length === 0) return { changed: false, keys, dryRun, warnings: [], tables: null };
  // Undefined if the stored settings were invalid.
  const old = stores.brands.get(brand.slug)?.settings;
  stores.brands.update(brand.slug, { name, overrides, now });
  const change = {
    before: { ...(renamed ? { name: brand.name } : {}), settings: only(before, keys) },
    after: { ...(renamed ? { name } : {}), settings: only(overrides, keys) },
  };
  audit({}, operation, change, null, context);
  const after = { slug: brand.slug, name, settings };
  if (old !== undefined) feedWidened(old, { brand: after, now, stores, random });
  const closed = old === undefined ? [] : shutOut(old, settings, { stores, brand: after, now });
  const { tables, message } = tablesGiven(old, { ...context, brand: after });
  const messages = [
    ...(closed.length === 0 ? [] : [sayShutOut(closed)]),
    ...(message === null ? [] : [message]),
  ];
  const warnings = messages.map((one) => ({ message: one }));
  return { changed: true, keys: changed, dryRun, warnings, tables };
}

function tablesGiven(
  old: BrandSettings | undefined,
  context: OperationContext,
): Pick<Result, "tables"> & { readonly message: string | null } {
  const { brand, stores } = context;
  const { mode } = brand.settings.tables;
  if (mode === "off" || (old?.tables.mode ?? "off") !== "off") {
    return { tables: null, message: null };
  }
  const isBare = stores.floors
    .get(brand.slug)
    .tables.every(({ archivedAt }) => archivedAt !== null);
  if (isBare) return { tables: null, message: sayNoTables(mode) };
  const { moves, unplaced } = placeAll(setSettings.name, context);
  const without = unplaced.toSorted((one, other) => one.startAt - other.startAt);
  return {
    tables: { moves: movesShown(moves, context), unplaced: unplacedShown(without, context) },
    message:
      moves.length + without.length === 0
        ? null
        : sayTablesGiven(moves.length, without, brand.settings.timeZone),
  };
}

function settingsAfter(
  { seen, settings: form, edit }: Input,
  before: object,
  { brand, caller }: OperationContext,
): After {
  if (edit !== undefined && caller.kind === "operator") {
    const overrides = editOverrides(before, edit);
    return { overrides, settings: resolveSettings(overrides), name: null };
  }
  if (seen !== undefined && seen !== settingsMark(before, fieldsOf(form))) {
    throw refusal("REVISION_CONFLICT.settings", {});
  }
  const typed = editOf(form, brand.settings);
  return { ...edited(before, typed, withUsual(brand.settings)), name: typed.name };
}

/** Only owners may change the retention, because a shorter one deletes guests' data for good. */
function requireOwner({ caller, brand }: OperationContext): void {
  if (hasRole("owner", caller, brand.slug)) return;
  const facts = { role: "owner", brand: brand.slug } as const;
  const parameter = "settings.guestData.retentionDays";
  throw refusal("FORBIDDEN_TOOL.retention", { ...facts, parameter });
}

/** Adds the defaults that the pages show. A field that still shows its default is then not stored. */
const withUsual = (settings: BrandSettings): BrandSettings => ({
  ...settings,
  retentionDays: retentionDaysOf(settings),
  language: settings.language ?? DEFAULT_LANGUAGE,
  smsBudget: {
    perPhone: phoneBudget(settings),
    perBrand: brandBudget(settings),
    directPerPhone: directPhoneBudget(settings),
  },
});

function edited(
  before: object,
  edit: FormEdit,
  present: BrandSettings,
): { readonly overrides: object; readonly settings: BrandSettings } {
  const unnamable = edit.name === null ? [] : nameReasons(edit.name, "settings.restaurant.name");
  try {
    refuseFor(unnamable);
    // Unset first, so that a new special day replaces the old one and is not merged with it.
    const without = editOverrides(before, { unset: edit.unset });
    const overrides = editOverrides(without, { merge: differing(edit.merge, present, edit.unset) });
    return { overrides, settings: resolveSettings(overrides) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    refuseFor(error.reasons.map((reason) => withField(reason, edit)));
    throw error;
  }
}

function differing(merge: object, present: object, unset: readonly string[], at = ""): object {
  return Object.fromEntries(
    Object.entries(merge).flatMap(([key, value]) => {
      const old = (present as Record<string, unknown>)[key];
      const path = at + key;
      if (unset.includes(path)) return [[key, value]];
      if (isRecord(value) && isRecord(old)) {
        const inner = differing(value, old, unset, `${path}.`);
        return Object.keys(inner).length === 0 ? [] : [[key, inner]];
      }
      return Bun.deepEquals(old, value) ? [] : [[key, value]];
    }),
  );
}

function withField(reason: Reason, { fieldOf }: FormEdit): Reason {
  const places = settingKeysOf(reason);
  const parameter = places.map(fieldOf).find((field) => field !== null);
  return parameter === undefined ? reason : { ...reason, parameter };
}

const keysThatDiffer = (before: object, after: object): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !Bun.deepEquals(only(before, [key]), only(after, [key])),
  );

const only = (tree: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(tree).filter(([key]) => keys.includes(key)));
