import type { Caller } from "../../domain/caller.ts";
import { type DomainError, refusal } from "../../domain/errors.ts";

/**
 * The slug of the brand that a call acts on, by kind of caller (one table for every tool). Errors:
 * BRAND_REQUIRED, BRAND_UNKNOWN (a brand that does not exist and one the caller does not hold
 * answer alike), BRAND_MISMATCH.
 */
export function resolveBrand(caller: Caller, named: string | undefined): string {
  const { brands } = caller;
  // A key's brands were fixed when it was made: no header chooses among them.
  const header = caller.kind === "oauth" || caller.kind === "session" ? caller.headerBrand : null;
  if (header !== null && !brands.includes(header))
    throw unknownBrand(header, brands, "X-Brand-Slug");
  if (named === undefined) {
    if (header !== null) return header;
    if (brands.length === 1) return brands[0] as string;
    const message =
      brands.length === 0
        ? "You may act on none of the restaurants here. Ask an owner of one to add you to its team."
        : `brand is missing and you may act on several. Pass one of: ${list(brands)}.`;
    throw refusal("BRAND_REQUIRED", message, { brands });
  }
  if (!brands.includes(named)) throw unknownBrand(named, brands, "brand");
  if (caller.kind === "session" && header !== null && header !== named) {
    throw refusal(
      "BRAND_MISMATCH",
      `brand "${named}" differs from the X-Brand-Slug header "${header}". Send the same in both, or leave brand out.`,
      { brand: named, header },
    );
  }
  return named;
}

function unknownBrand(slug: string, brands: readonly string[], where: string): DomainError {
  return refusal(
    "BRAND_UNKNOWN",
    `${where} "${slug}" is none of your brands. Yours: ${list(brands)}.`,
    {
      brand: slug,
      brands,
    },
  );
}

const list = (brands: readonly string[]): string =>
  brands.length === 0 ? "none" : brands.join(", ");
