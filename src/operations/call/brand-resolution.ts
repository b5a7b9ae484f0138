import type { Caller } from "../../domain/caller.ts";
import { type DomainError, refusal } from "../../domain/errors.ts";

/** Errors: BRAND_REQUIRED, BRAND_MISMATCH, BRAND_UNKNOWN (also if the caller may not use the brand). */
export function resolveBrand(caller: Caller, named: string | undefined): string {
  const { brands } = caller;
  // X-Brand-Slug is ignored for API keys, because each key already names its brands.
  const header = caller.kind === "oauth" || caller.kind === "session" ? caller.headerBrand : null;
  if (header !== null && !brands.includes(header))
    throw unknownBrand(header, brands, "X-Brand-Slug");
  if (named === undefined) {
    if (header !== null) return header;
    if (brands.length === 1) return brands[0] as string;
    throw refusal("BRAND_REQUIRED", { brands });
  }
  if (!brands.includes(named)) throw unknownBrand(named, brands, "brand");
  if (caller.kind === "session" && header !== null && header !== named) {
    throw refusal("BRAND_MISMATCH.header", { brand: named, header });
  }
  return named;
}

const unknownBrand = (slug: string, brands: readonly string[], where: string): DomainError =>
  refusal("BRAND_UNKNOWN.not_yours", { brand: slug, brands, say: { where } });
