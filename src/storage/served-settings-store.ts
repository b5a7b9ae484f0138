import type { Database } from "bun:sqlite";
import { openForReading } from "./inspect.ts";

export function servedSettingsStore(database: Database) {
  const sql = {
    record: database.prepare("UPDATE instance SET served_settings = :settings"),
    use: database.prepare(
      `INSERT INTO backup_place (place, used_at) VALUES (:place, :at)
       ON CONFLICT (place) DO UPDATE SET used_at = excluded.used_at`,
    ),
    places: database.prepare<{ place: string; usedAt: number }, []>(
      "SELECT place, used_at AS usedAt FROM backup_place ORDER BY used_at DESC, place",
    ),
  };
  return {
    /** `settings`: JSON; null keeps the stored settings. */
    record(settings: string | null, places: readonly string[], at: number): void {
      if (settings !== null) sql.record.run({ settings });
      for (const place of places) sql.use.run({ place, at });
    },

    places: (): readonly { readonly place: string; readonly usedAt: number }[] => sql.places.all(),
  };
}

/** Returns JSON, or null if nothing is recorded or the database cannot be read. */
export function readServedSettings(path: string): string | null {
  try {
    const database = openForReading(path);
    try {
      return (
        database
          .prepare<{ settings: string | null }, []>(
            "SELECT served_settings AS settings FROM instance",
          )
          .get()?.settings ?? null
      );
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}
