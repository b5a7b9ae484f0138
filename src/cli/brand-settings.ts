import { isRecord } from "../domain/json.ts";
import { DEFAULT_LANGUAGE } from "../domain/languages.ts";
import { retentionDaysOf, SETTINGS_DEFAULTS } from "../domain/settings.ts";
import { mergeTrees } from "../domain/settings-edit.ts";
import type { BrandSettings } from "../domain/settings-schema.ts";
import { brandBudget, directPhoneBudget, phoneBudget } from "../domain/sms-budget.ts";
import { usualDigits } from "../domain/sms-countries.ts";

export interface SettingLine {
  readonly key: string;
  /** JSON, or words for a default that JSON cannot express. */
  readonly value: string;
  readonly usual: string | null;
  readonly isSet: boolean;
}

type Tree = Readonly<Record<string, unknown>>;
/** A key has at most two levels, such as `largeParty.mode`. Deeper values are shown whole. */
const DEEPEST = 2;

/** Some defaults depend on other settings: the budget for texts grows with the seats. */
export function usualSettings(settings: BrandSettings): Tree {
  const { smsBudget: _budget, retentionDays: _days, ...unset } = settings;
  return {
    ...SETTINGS_DEFAULTS,
    smsBudget: {
      perPhone: phoneBudget(unset),
      perBrand: brandBudget(unset),
      directPerPhone: directPhoneBudget(unset),
    },
    retentionDays: retentionDaysOf(unset),
    language: DEFAULT_LANGUAGE,
  };
}

export function settingLines(settings: BrandSettings, overrides: object): SettingLine[] {
  const usual = usualSettings(settings);
  const { timeZone, defaultCountry, ...rest } = settings;
  const words: Tree = {
    smsCountries: `all calling codes that begin with +${usualDigits(defaultCountry).join(" or +")}`,
    templates: "the standard texts",
    keepGuestsUntil: "none",
    quickAnswers: "the standard answers",
    contact: "none",
  };
  const usualTexts = new Map([...flat(usual, JSON.stringify), ...flat(words, String)]);
  const set = flat(overrides as Tree, JSON.stringify);
  const all = { timeZone, defaultCountry, ...mergeTrees(usual, rest) };
  const texts = flat(all, JSON.stringify);
  for (const [key, text] of flat(words, String)) {
    if (![...texts.keys()].some((one) => one === key || one.startsWith(`${key}.`))) {
      texts.set(key, text);
    }
  }
  return [...texts].map(([key, value]) => ({
    key,
    value,
    usual: usualTexts.get(key) ?? null,
    isSet: set.has(key),
  }));
}

function flat(tree: Tree, text: (value: unknown) => string, depth = 1): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (value === undefined) continue;
    if (depth < DEEPEST && isRecord(value) && Object.keys(value).length > 0) {
      for (const [inner, one] of flat(value, text, depth + 1)) lines.set(`${key}.${inner}`, one);
    } else lines.set(key, text(value));
  }
  return lines;
}

export interface SettingChange {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function changesBetween(
  before: readonly SettingLine[],
  after: readonly SettingLine[],
): SettingChange[] {
  const was = new Map(before.map((line) => [line.key, line]));
  const is = new Map(after.map((line) => [line.key, line]));
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  return keys.flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)];
    if (old?.value === now?.value && old?.isSet === now?.isSet) return [];
    const [value, next] = [old?.value ?? null, now?.value ?? null];
    // An object that was added or removed is listed only by its keys.
    const hasKeys = keys.some((other) => other.startsWith(`${key}.`));
    if (hasKeys && [value, next].includes(null)) return [];
    return [{ key, before: value, after: next }];
  });
}
