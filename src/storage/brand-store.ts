import type { Database } from "bun:sqlite";
import { DomainError, refusal } from "../domain/errors.ts";
import { type Brand, resolveSettings } from "../domain/settings.ts";
import { DataCache } from "./data-cache.ts";

interface BrandRow {
  readonly slug: string;
  readonly name: string;
  readonly overrides: string;
}

type Resolved =
  | { readonly brand: Brand; readonly fault: null }
  | { readonly brand: null; readonly fault: DomainError };

export function brandStore(database: Database) {
  const cache = new DataCache<Resolved>(database);
  const sql = {
    get: database.prepare<BrandRow, { slug: string }>(
      "SELECT slug, name, overrides FROM brand WHERE slug = :slug",
    ),
    list: database.prepare<Pick<BrandRow, "slug" | "name">, { limit: number }>(
      "SELECT slug, name FROM brand ORDER BY slug LIMIT :limit",
    ),
    insert: database.prepare(
      `INSERT INTO brand (slug, name, overrides, guided, created_at, updated_at)
       VALUES (:slug, :name, :overrides, :guided, :now, :now)`,
    ),
    update: database.prepare(
      `UPDATE brand SET name = coalesce(:name, name), overrides = :overrides, updated_at = :now
       WHERE slug = :slug`,
    ),
    guided: database.prepare<{ guided: number }, { slug: string }>(
      "SELECT guided FROM brand WHERE slug = :slug",
    ),
    endGuide: database.prepare("UPDATE brand SET guided = 0 WHERE slug = :slug AND guided = 1"),
  };

  function resolved(slug: string): Resolved | null {
    return cache.get(slug, () => {
      const row = sql.get.get({ slug });
      return row === null ? null : resolve(row);
    });
  }

  return {
    /** Null also if the brand's settings are invalid. */
    get: (slug: string): Brand | null => resolved(slug)?.brand ?? null,
    /** The error SETTINGS_CONFLICT if the stored settings are invalid; null if they are valid. */
    fault: (slug: string): DomainError | null => resolved(slug)?.fault ?? null,

    /** Leaves out brands with invalid settings. */
    list(limit = 1000): Brand[] {
      return this.names(limit)
        .map(({ slug }) => this.get(slug))
        .filter((brand) => brand !== null);
    },

    names: (limit = 1000): Pick<BrandRow, "slug" | "name">[] => sql.list.all({ limit }),

    overrides(slug: string): object | null {
      const row = sql.get.get({ slug });
      return row === null ? null : JSON.parse(row.overrides);
    },

    /** If the slug is taken, `Writer.write` rejects with INVALID_INPUT. */
    insert(brand: {
      readonly slug: string;
      readonly name: string;
      readonly overrides: object;
      readonly now: number;
      readonly guided?: boolean;
    }): void {
      cache.forget();
      const guided = brand.guided === true ? 1 : 0;
      sql.insert.run({ ...brand, guided, overrides: JSON.stringify(brand.overrides) });
    },

    isGuided: (slug: string): boolean => sql.guided.get({ slug })?.guided === 1,
    endGuide: (slug: string): boolean => sql.endGuide.run({ slug }).changes > 0,

    /** Throws BRAND_UNKNOWN. */
    update(slug: string, change: { name?: string; overrides: object; now: number }): void {
      cache.forget();
      const { changes } = sql.update.run({
        slug,
        name: change.name ?? null,
        overrides: JSON.stringify(change.overrides),
        now: change.now,
      });
      if (changes === 0) throw refusal("BRAND_UNKNOWN.stored", { say: { brand: slug } });
    },
  };
}

function resolve({ slug, name, overrides }: BrandRow): Resolved {
  try {
    return { brand: { slug, name, settings: resolveSettings(JSON.parse(overrides)) }, fault: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const say = { reasons: error.reasons };
    return { brand: null, fault: refusal("SETTINGS_CONFLICT.stored", { brand: slug, say }) };
  }
}
