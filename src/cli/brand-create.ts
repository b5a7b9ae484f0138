import { EXPECTED_NAME, EXPECTED_SLUG, isBrandName, isBrandSlug } from "../domain/brand-name.ts";
import { editOverrides, resolveSettings, settingsView } from "../domain/settings.ts";
import { addBrand } from "../operations/brand/add-brand.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { dataFlag, folderOf, withInstance } from "./instance.ts";
import { SETTINGS_FLAGS, settingsEdit } from "./settings-flags.ts";
import { type Flags, usageError, type Verb } from "./verb.ts";

/**
 * `maitred brand create`: a restaurant with its time zone and country. Makes the instance where
 * there is none in a folder that is named.
 */
export const brandCreate: Verb = {
  name: "brand create",
  summary: "Add a restaurant.",
  positionals: [],
  flags: {
    slug: { type: "string", required: true, value: "SLUG", help: "Its name on the wire." },
    name: { type: "string", required: true, value: "NAME", help: "Its name for people." },
    "time-zone": {
      type: "string",
      required: true,
      value: "ZONE",
      help: "IANA time zone, such as America/New_York.",
    },
    country: {
      type: "string",
      required: true,
      value: "CC",
      help: "Two letters: how national phone numbers are read.",
    },
    ...SETTINGS_FLAGS,
    ...DATA_FLAG,
  },
  async run({ flags, config, io }) {
    const { slug, name } = namesOf(flags);
    const given = {
      timeZone: flags.required("time-zone"),
      defaultCountry: flags.required("country").toUpperCase(),
    };
    const overrides = editOverrides(given, await settingsEdit(flags, io));
    // Before an instance is made for nothing.
    resolveSettings(overrides);
    const brand = await withInstance(
      { config, io },
      { create: "where named" },
      ({ stores, writer, now }) =>
        writer.write(() => {
          const by = operatorChange(io, now(), {
            brand: slug,
            operation: "brand_create",
            before: {},
            after: {},
          });
          return addBrand({ slug, name, overrides, guided: true }, by, stores);
        }),
    );
    const settings = settingsView(brand.settings);
    const show = `maitred brand show ${slug}${dataFlag(folderOf({ config }))}`;
    const text = `Added ${name} (${slug}). Every setting: ${show}`;
    return { json: { slug, name, settings }, text };
  },
};

function namesOf(flags: Flags): { slug: string; name: string } {
  const slug = flags.required("slug");
  const name = flags.required("name");
  if (!isBrandSlug(slug)) {
    throw usageError(`--slug takes ${EXPECTED_SLUG}, not ${JSON.stringify(slug)}.`);
  }
  if (!isBrandName(name)) throw usageError(`--name takes ${EXPECTED_NAME}.`);
  return { slug, name };
}
