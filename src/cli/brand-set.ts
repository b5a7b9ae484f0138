import { isRecord } from "../domain/json.ts";
import { editOverrides, resolveSettings, settingsView } from "../domain/settings.ts";
import { shutOut } from "../operations/desk/shut-out.ts";
import { feedWidened } from "../operations/waitlist/settings-widened.ts";
import { changesBetween, type SettingChange, settingLines } from "./brand-settings.ts";
import { brandAnswer, unknownBrand } from "./brand-show.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { SETTINGS_FLAGS, settingsEdit } from "./settings-flags.ts";
import { type Answer, usageError, type Verb } from "./verb.ts";

/** `maitred brand set SLUG`: changes settings; all of them hold afterwards, or none was changed. */
export const brandSet: Verb = {
  name: "brand set",
  summary: "Change a restaurant's settings.",
  positionals: ["SLUG"],
  flags: {
    ...SETTINGS_FLAGS,
    unset: {
      type: "string",
      multiple: true,
      value: "KEY",
      help: "Back to the default of this setting.",
    },
    ...DATA_FLAG,
  },
  async run({ flags, positionals, config, io }) {
    const slug = positionals[0] ?? "";
    const unset = [...flags.list("unset")];
    if (!flags.has("settings") && flags.list("set").length === 0 && unset.length === 0) {
      throw usageError("brand set needs at least one of --settings, --set and --unset.");
    }
    const edit = { ...(await settingsEdit(flags, io)), unset };
    return await withInstance({ config, io }, {}, async ({ stores, writer, now }) => {
      const done = await writer.write(() => {
        const named = stores.brands.names().find((one) => one.slug === slug);
        if (named === undefined) throw unknownBrand(stores, slug);
        const { name } = named;
        // Null where the stored ones are not valid any more: this verb is how they are mended.
        const old = stores.brands.get(slug)?.settings ?? null;
        const before = stores.brands.overrides(slug) ?? {};
        const overrides = editOverrides(before, edit);
        const settings = resolveSettings(overrides);
        const answer = { slug, name, settings: settingsView(settings) };
        if (Bun.deepEquals(before, overrides)) {
          return { answer, changed: false, changes: null, warning: null };
        }
        const at = now();
        stores.brands.update(slug, { overrides, now: at });
        const change = { before: { settings: before }, after: { settings: overrides } };
        stores.audit.insert(
          operatorChange(io, at, { brand: slug, operation: "brand_set", ...change }),
        );
        const brand = { slug, name, settings };
        if (old === null) return { answer, changed: true, changes: null, warning: null };
        const changes = changesBetween(
          settingLines(old, before),
          settingLines(settings, overrides),
        );
        feedWidened(old, { brand, now: at, stores, random: io.random });
        return {
          answer,
          changed: true,
          changes,
          warning: shutOut(old, settings, { stores, brand, now: at }),
        };
      });
      const { answer, changes, warning } = done;
      return done.changed ? changed(answer, changes, warning) : unchanged(answer, edit);
    });
  },
};

/** `changes` null: what was stored before was not valid, so all that holds now is shown. */
function changed(
  brand: Parameters<typeof brandAnswer>[0],
  changes: readonly SettingChange[] | null,
  warning: string | null,
): Answer {
  if (changes === null) return brandAnswer(brand, "Changed");
  const warnings = warning === null ? {} : { warnings: [warning] };
  const lines = changes.map(({ key, before, after }) => {
    const [was, is] = [before ?? "not set", after ?? "not set"];
    return was === is ? `  ${key} = ${is}, as before` : `  ${key} = ${is} (was ${was})`;
  });
  return {
    json: { ...brand, changed: changes.map(({ key }) => key), ...warnings },
    text: [
      `Changed ${brand.name} (${brand.slug}):`,
      ...lines,
      ...(warning === null ? [] : [warning]),
    ].join("\n"),
  };
}

/** Most who change nothing wanted to empty an object, which merging with an empty one does not. */
function unchanged(
  brand: { readonly slug: string; readonly name: string; readonly settings: object },
  { set }: { readonly set: Readonly<Record<string, unknown>> },
): Answer {
  const empty = Object.entries(set).flatMap(([key, value]) =>
    isRecord(value) && Object.keys(value).length === 0 ? [key] : [],
  );
  const hint =
    empty.length === 0
      ? ""
      : " Objects are merged with what is there. To empty one, back to its default: " +
        `maitred brand set ${brand.slug} ${empty.map((key) => `--unset ${key}`).join(" ")}`;
  const text = `Nothing was changed in ${brand.name} (${brand.slug}).${hint}`;
  return { json: brand, text };
}
