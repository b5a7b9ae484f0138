import { EXPECTED_NAME, EXPECTED_SLUG, isBrandName, isBrandSlug } from "../domain/brand-name.ts";
import { type Brand, editOverrides, resolveSettings, settingsView } from "../domain/settings.ts";
import { createBrand } from "../operations/desk/create-brand.ts";
import { setSettings } from "../operations/desk/set-settings.ts";
import type { Stores } from "../storage/stores.ts";
import { changesBetween, type SettingLine, settingLines, usualSettings } from "./brand-settings.ts";
import { DATA_FLAG } from "./flags.ts";
import { dataFlag, folderOf, withInstance } from "./instance.ts";
import { requireBrands, slugsIn } from "./known-brands.ts";
import { listVerb } from "./list-verb.ts";
import { operatorVerb } from "./operator-verb.ts";
import { SETTINGS_FLAGS, settingsEdit } from "./settings-flags.ts";
import { type Answer, textFlag, usageError, type Verb } from "./verb.ts";

const brandCreate: Verb = operatorVerb({
  name: "brand create",
  summary: "Add a restaurant.",
  operation: createBrand,
  creates: true,
  flags: {
    slug: { to: "slug", required: true, help: "Short name for links and programs." },
    name: { to: "name", help: "Name that guests see." },
    "time-zone": { to: "timeZone", help: "IANA time zone, such as America/New_York." },
    country: {
      to: "defaultCountry",
      value: "CC",
      help: "Two letters: the country of phone numbers without a country code.",
    },
  },
  ownFlags: SETTINGS_FLAGS,
  // Checks the flags before `prepare`, because a wrong flag must not create an instance.
  async read({ flags, io }) {
    const slug = flags.required("slug");
    if (!isBrandSlug(slug)) {
      throw usageError(`--slug takes ${EXPECTED_SLUG}, not ${JSON.stringify(slug)}.`);
    }
    if (!isBrandName(flags.required("name"))) throw usageError(`--name takes ${EXPECTED_NAME}.`);
    const edit = await settingsEdit(flags, io);
    const defaultCountry = flags.required("country").toUpperCase();
    resolveSettings(editOverrides({ timeZone: flags.required("time-zone"), defaultCountry }, edit));
    return { defaultCountry, edit };
  },
  prepare: () => ({ kept: null }),
  answer({ slug, name }, { stores, config }) {
    const show = `maitred brand show ${slug}${dataFlag(folderOf({ config }))}`;
    const text = `Added ${name} (${slug}). To see every setting: ${show}`;
    return { json: answerAbout(brandNamed(stores, slug)), text };
  },
});

const brandList: Verb = listVerb({
  name: "brand list",
  summary: "List the restaurants.",
  of: "brands",
  rows: ({ stores }) => stores.brands.names(),
  shown: (brand) => brand,
  columns: { SLUG: ({ slug }) => slug, NAME: ({ name }) => name },
});

const brandShow: Verb = {
  name: "brand show",
  summary: "Show a restaurant with all its settings.",
  positionals: ["SLUG"],
  flags: DATA_FLAG,
  run: (context) =>
    withInstance(context, {}, ({ stores }) => {
      const brand = brandNamed(stores, context.positionals[0] ?? "");
      const lines = settingLines(brand.settings, stores.brands.overrides(brand.slug) ?? {});
      const set = lines.filter(({ isSet }) => isSet).map(({ key }) => key);
      const json = { ...answerAbout(brand), set, defaults: usualSettings(brand.settings) };
      const title = `${brand.name} (${brand.slug}); settings with * are set for this restaurant; all others have their defaults`;
      return { json, text: [title, ...lines.map(shown)].join("\n"), plain: true };
    }),
};

const shown = ({ key, value, usual, isSet }: SettingLine): string => {
  const line = `${isSet ? "*" : " "} ${key} = ${value}`;
  return !isSet || usual === null || usual === value ? line : `${line}   (default ${usual})`;
};

const brandSet: Verb = operatorVerb({
  name: "brand set",
  summary: "Change a restaurant's settings.",
  positionals: ["SLUG"],
  operation: setSettings,
  ownFlags: {
    ...SETTINGS_FLAGS,
    unset: textFlag("KEY", "Reset this setting to its default.", { multiple: true }),
  },
  async read({ flags, positionals, io }) {
    const unset = [...flags.list("unset")];
    if (!flags.has("settings") && !flags.has("set") && unset.length === 0) {
      throw usageError("brand set needs at least one of --settings, --set and --unset.");
    }
    return { brand: positionals[0], edit: { ...(await settingsEdit(flags, io)), unset } };
  },
  prepare({ stores, positionals: [slug = ""] }) {
    // `kept` is null if the stored settings are invalid. `brand set` can repair them.
    return { kept: linesOf(stores, slug) };
  },
  answer({ changed, warnings, tables }, { stores, positionals: [slug = ""], flags }, before) {
    const brand = brandNamed(stores, slug);
    const title = `${brand.name} (${slug})`;
    const json = answerAbout(brand);
    if (!changed)
      return { json, text: `Nothing changed in ${title}.${hintFor(slug, flags.list("set"))}` };
    if (before === null)
      return { json, text: `Changed ${title}\n${JSON.stringify(json.settings, null, 2)}` };
    const changes = changesBetween(before, linesOf(stores, slug) ?? []);
    return changesShown(title, tables === null ? json : { ...json, tables }, changes, warnings);
  },
});

function changesShown(
  title: string,
  json: object,
  changes: ReturnType<typeof changesBetween>,
  warned: readonly { readonly message: string }[],
): Answer {
  const warnings = warned.map(({ message }) => message);
  const lines = changes.map(({ key, before, after }) => {
    const [was, is] = [before ?? "not set", after ?? "not set"];
    return was === is ? `  ${key} = ${is}, as before` : `  ${key} = ${is} (was ${was})`;
  });
  const changed = changes.map(({ key }) => key);
  return {
    json: { ...json, changed, ...(warnings.length === 0 ? {} : { warnings }) },
    text: [`Changed ${title}:`, ...lines, ...warnings].join("\n"),
  };
}

/** A hint for `--set KEY={}`, which changes nothing because objects are merged. */
function hintFor(slug: string, assignments: readonly string[]): string {
  const empty = assignments.filter((text) => /=\s*\{\s*\}\s*$/.test(text));
  if (empty.length === 0) return "";
  const unset = empty.map((text) => `--unset ${text.slice(0, text.indexOf("=")).trim()}`);
  return (
    " Objects are merged with the stored value. To reset an object to its default: " +
    `maitred brand set ${slug} ${unset.join(" ")}`
  );
}

const linesOf = ({ brands }: Stores, slug: string): readonly SettingLine[] | null => {
  const settings = brands.get(slug)?.settings;
  return settings === undefined ? null : settingLines(settings, brands.overrides(slug) ?? {});
};

const answerAbout = ({ slug, name, settings }: Brand) => ({
  slug,
  name,
  settings: settingsView(settings),
});

/** Throws BRAND_UNKNOWN, or SETTINGS_CONFLICT if the stored settings are invalid. */
export function brandNamed(stores: Stores, slug: string): Brand {
  const brand = stores.brands.get(slug);
  if (brand !== null) return brand;
  requireBrands(slugsIn(stores), [slug]);
  throw stores.brands.fault(slug) ?? new Error(`The brand ${slug} is gone`);
}

export const BRAND_VERBS: readonly Verb[] = [brandCreate, brandList, brandShow, brandSet];
