import { refusal } from "./errors.ts";
import { isRecord } from "./json.ts";
import { nearestWord } from "./nearest.ts";
import { normalisePhone } from "./phone.ts";
import { OPTIONAL_SETTINGS, SETTINGS_DEFAULTS } from "./settings-model.ts";
import { zoneOf } from "./zone-of-city.ts";

type Tree = Readonly<Record<string, unknown>>;

/** `set` and `unset` have keys with dots, such as `largeParty.mode`. */
export interface SettingsEdit {
  readonly merge?: object | undefined;
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly unset?: readonly string[] | undefined;
}

const REQUIRED = ["timeZone", "defaultCountry"];
const KNOWN: readonly string[] = [
  ...REQUIRED,
  ...Object.keys(SETTINGS_DEFAULTS),
  ...OPTIONAL_SETTINGS,
];
const DEEPEST = 6;

/** Applies `merge`, then `unset` (back to the default), then `set`. Throws INVALID_INPUT. */
export function editOverrides(overrides: object, edit: SettingsEdit): object {
  let edited = mergeTrees(
    plainTree(overrides),
    plainTree(edit.merge === undefined ? {} : edit.merge),
  );
  for (const key of edit.unset ?? []) {
    if (Object.hasOwn(edit.set ?? {}, key)) {
      throw refusal("INVALID_INPUT.set_and_unset", { path: key });
    }
    edited = without(edited, keysOf(key, edited));
  }
  for (const [key, value] of Object.entries(edit.set ?? {})) {
    const nested = keysOf(key, edited).reduceRight<unknown>(
      (inner, name) => ({ [name]: inner }),
      value,
    );
    edited = mergeTrees(edited, nested as Tree);
  }
  return withReadPhone(withZone(edited));
}

/** People may type a city as the time zone. */
function withZone(edited: Tree): Tree {
  const { timeZone } = edited;
  const zone = typeof timeZone === "string" ? zoneOf(timeZone) : null;
  return zone === null || zone === timeZone ? edited : mergeTrees(edited, { timeZone: zone });
}

/** Stores E.164, which does not depend on the default country. */
function withReadPhone(edited: Tree): Tree {
  const { contact, defaultCountry } = edited;
  if (!isRecord(contact) || typeof contact["phone"] !== "string") return edited;
  const read = normalisePhone(contact["phone"], String(defaultCountry));
  return read.ok ? mergeTrees(edited, { contact: { phone: read.phone } }) : edited;
}

export function mergeTrees(base: Tree, over: Tree): Tree {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const present = merged.get(key);
    merged.set(key, isRecord(present) && isRecord(value) ? mergeTrees(present, value) : value);
  }
  // Not built by assignment, because a key named __proto__ would change the prototype.
  return Object.fromEntries(merged);
}

function plainTree(value: unknown): Tree {
  if (isRecord(value)) return value;
  throw refusal("INVALID_INPUT.settings_no_object", {});
}

function keysOf(key: string, overrides: Tree): string[] {
  const names = key.split(".");
  const [top = ""] = names;
  if (!KNOWN.includes(top)) {
    const nearest = nearestWord(top, KNOWN);
    const say = { noun: "setting", shown: top.slice(0, 80), known: KNOWN };
    throw refusal("INVALID_INPUT.unknown_key", { path: key, nearest, say });
  }
  if (names.includes("") || names.length > DEEPEST) {
    throw refusal("INVALID_INPUT.no_key", { say: { key: key.slice(0, 80) } });
  }
  let value: unknown = mergeTrees({ ...SETTINGS_DEFAULTS }, overrides);
  for (const [index, name] of names.entries()) {
    if (value !== undefined && value !== null && !isRecord(value)) {
      const place = names.slice(0, index).join(".");
      const say = { place, isList: Array.isArray(value) };
      throw refusal("INVALID_INPUT.unreachable_key", { path: key, say });
    }
    value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return names;
}

function without(tree: Tree, [name, ...rest]: readonly string[]): Tree {
  if (name === undefined || !Object.hasOwn(tree, name)) return tree;
  const others = Object.fromEntries(Object.entries(tree).filter(([key]) => key !== name));
  const inner = tree[name];
  if (rest.length === 0) return others;
  if (!isRecord(inner)) return tree;
  const left = without(inner, rest);
  // An object without keys is no longer an override.
  return Object.keys(left).length === 0 ? others : { ...tree, [name]: left };
}
