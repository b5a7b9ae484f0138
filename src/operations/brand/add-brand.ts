import type { AuditRow } from "../../domain/audit.ts";
import { EXPECTED_NAME, EXPECTED_SLUG, isBrandName, isBrandSlug } from "../../domain/brand-name.ts";
import { DomainError, type Reason, reason, refusal, refuseFor } from "../../domain/errors.ts";
import { type Brand, resolveSettings } from "../../domain/settings.ts";
import type { Stores } from "../../storage/stores.ts";

export interface NewBrand {
  readonly slug: string;
  readonly name: string;
  readonly overrides: object;
  readonly guided: boolean;
}

export type AddedBy = Pick<
  AuditRow,
  "id" | "at" | "principal" | "actor" | "idempotencyKey" | "operation"
>;

/** Error: INVALID_INPUT or SETTINGS_CONFLICT, with a reason for each wrong field. */
export function addBrand(
  { slug, name, overrides, guided }: NewBrand,
  by: AddedBy,
  { brands, audit }: Pick<Stores, "brands" | "audit">,
): Brand {
  const reasons = [...nameReasons(name), ...slugReasons(slug)];
  const settings = settingsOr(reasons, overrides);
  refuseFor(reasons);
  if (settings === null) throw new Error("Settings are either refused or resolved");
  if (brands.names().some((known) => known.slug === slug)) {
    throw refusal("INVALID_INPUT.brand_slug_taken", { parameter: "slug", say: { slug } });
  }
  brands.insert({ slug, name, overrides, guided, now: by.at });
  const after = { name, settings: overrides };
  const about = { brand: slug, reservationId: null, entryId: null, reason: null };
  audit.insert({ ...by, ...about, before: {}, after });
  return { slug, name, settings };
}

export const nameReasons = (name: string, parameter = "name"): Reason[] =>
  isBrandName(name)
    ? []
    : [reason("INVALID_INPUT.brand_name", { parameter, expected: EXPECTED_NAME, say: { name } })];

const slugReasons = (slug: string): Reason[] => {
  const facts = { parameter: "slug", expected: EXPECTED_SLUG, say: { slug } };
  return isBrandSlug(slug) ? [] : [reason("INVALID_INPUT.brand_slug", facts)];
};

function settingsOr(reasons: Reason[], overrides: object): Brand["settings"] | null {
  try {
    return resolveSettings(overrides);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reasons.push(...error.reasons);
    return null;
  }
}
