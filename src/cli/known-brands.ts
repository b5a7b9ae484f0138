import type { Stores } from "../storage/stores.ts";
import { CliError } from "./verb.ts";

export const slugsIn = ({ brands }: Pick<Stores, "brands">): string[] =>
  brands.names().map(({ slug }) => slug);

export function requireBrands(known: readonly string[], slugs: readonly string[]): void {
  const unknown = slugs.find((slug) => !known.includes(slug));
  if (unknown === undefined) return;
  const all = known.length === 0 ? "There are no brands yet." : `Known: ${known.join(", ")}.`;
  throw new CliError("BRAND_UNKNOWN", `There is no brand ${JSON.stringify(unknown)}. ${all}`);
}
