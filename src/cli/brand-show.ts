import type { Brand } from "../domain/settings.ts";
import { settingsView } from "../domain/settings.ts";
import type { Stores } from "../storage/stores.ts";
import { type SettingLine, settingLines, usualSettings } from "./brand-settings.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { type Answer, CliError, type Verb } from "./verb.ts";

/** `maitred brand show SLUG`: one restaurant with every setting. */
export const brandShow: Verb = {
  name: "brand show",
  summary: "Show a restaurant with every setting.",
  positionals: ["SLUG"],
  flags: DATA_FLAG,
  run: async ({ positionals, config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores }) => {
      const { slug, name, settings } = brandNamed(stores, positionals[0] ?? "");
      const lines = settingLines(settings, stores.brands.overrides(slug) ?? {});
      const set = lines.filter(({ isSet }) => isSet).map(({ key }) => key);
      const json = { slug, name, settings: settingsView(settings), set };
      const text = `${name} (${slug}); * is set, the others are defaults\n${lines.map(shown).join("\n")}`;
      return { json: { ...json, defaults: usualSettings(settings) }, text, plain: true };
    }),
};

const shown = ({ key, value, usual, isSet }: SettingLine): string => {
  const line = `${isSet ? "*" : " "} ${key} = ${value}`;
  return !isSet || usual === null || usual === value ? line : `${line}   (default ${usual})`;
};

/** The brand with this slug. Refuses with BRAND_UNKNOWN, or SETTINGS_CONFLICT where it is broken. */
export function brandNamed(stores: Stores, slug: string): Brand {
  const brand = stores.brands.get(slug);
  if (brand !== null) return brand;
  throw stores.brands.fault(slug) ?? unknownBrand(stores, slug);
}

/** There is none: the refusal lists those that exist. */
export function unknownBrand(stores: Stores, slug: string): CliError {
  const slugs = stores.brands.names().map((known) => known.slug);
  const known = slugs.length === 0 ? "There is none yet." : `Known: ${slugs.join(", ")}.`;
  return new CliError("BRAND_UNKNOWN", `There is no brand ${JSON.stringify(slug)}. ${known}`);
}

/** The answer of every verb about one brand. `done`: what happened to it, for people. */
export function brandAnswer(
  brand: { readonly slug: string; readonly name: string; readonly settings: object },
  done?: string,
): Answer {
  const title = `${brand.name} (${brand.slug})`;
  const settings = JSON.stringify(brand.settings, null, 2);
  return { json: brand, text: `${done === undefined ? "" : `${done} `}${title}\n${settings}` };
}
