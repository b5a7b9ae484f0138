/**
 * Pragmas for a database that is compared with the product's. They give it the same durability,
 * memory and checkpoints.
 */
export const DURABLE: readonly string[] = [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "secure_delete = ON",
  "cache_size = -16384",
  "wal_autocheckpoint = 4000",
];
