import type { Database } from "bun:sqlite";

/**
 * The result changes whenever the brand's dashboard may show something new. It includes the number of live
 * offers, because an offer may end without an audit row.
 */
export const STATE_OF_BRAND = `
  SELECT (SELECT coalesce(max(sequence), 0) FROM audit) AS changes,
    (SELECT updated_at FROM brand WHERE slug = :brand) AS settings,
    (SELECT count(*) FROM waitlist_offer INDEXED BY waitlist_offer_live
      WHERE brand = :brand AND state IN ('queued', 'sent')) AS offers,
    (SELECT max(rowid) FROM inbound_text) AS texts,
    (SELECT count(*) FROM inbound_text_read WHERE brand = :brand) AS readTexts,
    (SELECT clock_offset FROM instance) AS clock`;

export function changeStore(database: Database) {
  const sql = {
    others: database.prepare<{ data_version: number }, []>("PRAGMA data_version"),
    own: database.prepare<{ rows: number }, []>("SELECT total_changes() AS rows"),
    ofBrand: database.prepare<Record<string, number | null>, { brand: string }>(STATE_OF_BRAND),
  };
  return {
    /** A string that changes with each commit of any connection. */
    stamp: (): string => `${sql.others.get()?.data_version}.${sql.own.get()?.rows}`,
    ofBrand: (brand: string): string => Object.values(sql.ofBrand.get({ brand }) ?? {}).join("."),
  };
}

export type ChangeStore = ReturnType<typeof changeStore>;
