import { refuseFor } from "./errors.ts";
import { isRecord } from "./json.ts";
import { settingsConflicts } from "./settings-conflicts.ts";
import { mergeTrees } from "./settings-edit.ts";
import { OPTIONAL_SETTINGS, SETTINGS_DEFAULTS } from "./settings-model.ts";
import { type BrandSettings, settingsSchema } from "./settings-schema.ts";
import { shapeReasons } from "./shape-reasons.ts";
import { visibleIn } from "./visible-text.ts";

export { editOverrides, type SettingsEdit } from "./settings-edit.ts";
export {
  type Brand,
  limitsOf,
  maxPartySizeOf,
  retentionDaysOf,
  SETTINGS_DEFAULTS,
  turnMinutesFor,
} from "./settings-model.ts";
export {
  type AttendanceSettings,
  type BrandSettings,
  type Contact,
  type Limits,
  MOST_PEOPLE,
  type Service,
  type SpecialDay,
  settingsSchema,
} from "./settings-schema.ts";

/** Throws INVALID_INPUT with every wrong key, or SETTINGS_CONFLICT with every contradiction. */
export function resolveSettings(overrides: object): BrandSettings {
  const given = visibleIn(overrides);
  const merged = isRecord(given) ? mergeTrees({ ...SETTINGS_DEFAULTS }, given) : given;
  const parsed = settingsSchema.safeParse(merged);
  if (!parsed.success) {
    refuseFor(shapeReasons(settingsSchema, parsed.error, merged, "setting"));
  }
  const settings = settingsView(parsed.data as BrandSettings);
  refuseFor(settingsConflicts(settings));
  return settings;
}

/** The settings in the documented order, without optional settings that are not set. */
export const settingsView = (settings: BrandSettings): BrandSettings => {
  const { timeZone, defaultCountry, ...rest } = settings;
  const keys = Object.keys(SETTINGS_DEFAULTS) as (keyof typeof rest)[];
  const optional = OPTIONAL_SETTINGS.filter((key) => rest[key] !== undefined);
  const ordered = Object.fromEntries([...keys, ...optional].map((key) => [key, rest[key]]));
  return structuredClone({ timeZone, defaultCountry, ...ordered }) as BrandSettings;
};
