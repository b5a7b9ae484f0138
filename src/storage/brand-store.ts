import type { Database } from "bun:sqlite";
import { refusal } from "../domain/errors.ts";
import { type Brand, resolveSettings } from "../domain/settings.ts";
import { DataCache } from "./data-cache.ts";

interface BrandRow {
  readonly slug: string;
  readonly name: string;
  readonly overrides: string;
}

/** The restaurants and what their owners set. */
export class BrandStore {
  readonly #cache: DataCache<Brand>;
  readonly #get;
  readonly #list;
  readonly #insert;
  readonly #update;

  constructor(database: Database) {
    this.#cache = new DataCache(database);
    this.#get = database.prepare<BrandRow, { slug: string }>(
      "SELECT slug, name, overrides FROM brand WHERE slug = :slug",
    );
    this.#list = database.prepare<{ slug: string }, { limit: number }>(
      "SELECT slug FROM brand ORDER BY slug LIMIT :limit",
    );
    this.#insert = database.prepare(
      `INSERT INTO brand (slug, name, overrides, created_at, updated_at)
       VALUES (:slug, :name, :overrides, :now, :now)`,
    );
    this.#update = database.prepare(
      `UPDATE brand SET name = coalesce(:name, name), overrides = :overrides, updated_at = :now
       WHERE slug = :slug`,
    );
  }

  /** The brand with its settings resolved; kept in memory until anything is written. */
  get(slug: string): Brand | null {
    return this.#cache.get(slug, () => {
      const row = this.#get.get({ slug });
      return row === null ? null : toBrand(row);
    });
  }

  /** Brands by slug. */
  list(limit = 1000): Brand[] {
    return this.#list
      .all({ limit })
      .map(({ slug }) => this.get(slug))
      .filter((brand) => brand !== null);
  }

  /** What the owner set, without the defaults. */
  overrides(slug: string): object | null {
    const row = this.#get.get({ slug });
    return row === null ? null : JSON.parse(row.overrides);
  }

  /** A slug that is taken becomes INVALID_INPUT when the write settles. */
  insert(brand: { slug: string; name: string; overrides: object; now: number }): void {
    this.#cache.forget();
    this.#insert.run({ ...brand, overrides: JSON.stringify(brand.overrides) });
  }

  /** Replaces the overrides as a whole. Throws BRAND_UNKNOWN. */
  update(slug: string, change: { name?: string; overrides: object; now: number }): void {
    this.#cache.forget();
    const { changes } = this.#update.run({
      slug,
      name: change.name ?? null,
      overrides: JSON.stringify(change.overrides),
      now: change.now,
    });
    if (changes === 0) throw refusal("BRAND_UNKNOWN", `There is no brand ${slug}.`);
  }
}

const toBrand = (row: BrandRow): Brand => ({
  slug: row.slug,
  name: row.name,
  settings: resolveSettings(JSON.parse(row.overrides)),
});
