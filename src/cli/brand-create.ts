import { editOverrides, resolveSettings, settingsView } from "../domain/settings.ts";
import { brandAnswer } from "./brand-show.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { SETTINGS_FLAGS, settingsEdit } from "./settings-flags.ts";
import { CliError, type Flags, usageError, type Verb } from "./verb.ts";

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_SLUG = 64;
const MAX_NAME = 120;

/**
 * `maitred brand create`: a restaurant with its time zone and country. Makes the instance when
 * there is none.
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
    const settings = resolveSettings(overrides);
    await withInstance({ config, io }, { create: true }, async ({ stores, writer, now }) => {
      await writer.write(() => {
        if (stores.brands.get(slug) !== null) {
          throw new CliError("INVALID_INPUT", `There is a brand ${slug} already.`);
        }
        const at = now();
        stores.brands.insert({ slug, name, overrides, now: at });
        const after = { name, settings: overrides };
        const change = { brand: slug, operation: "brand_create", before: {}, after };
        stores.audit.insert(operatorChange(io, at, change));
      });
    });
    return brandAnswer({ slug, name, settings: settingsView(settings) }, "Added");
  },
};

function namesOf(flags: Flags): { slug: string; name: string } {
  const slug = flags.required("slug");
  const name = flags.required("name");
  if (!SLUG.test(slug) || slug.length > MAX_SLUG) {
    throw usageError(
      `--slug takes up to ${MAX_SLUG} lower-case letters, digits and single hyphens, ` +
        `not ${JSON.stringify(slug)}.`,
    );
  }
  // The name stands in every text to a guest and in lists on a terminal.
  if (name.trim() === "" || name.length > MAX_NAME || /\p{C}/u.test(name)) {
    throw usageError(
      `--name takes 1 to ${MAX_NAME} characters without line breaks and control characters.`,
    );
  }
  return { slug, name };
}
