/**
 * The product's settings of its connection, for the databases that it is compared with: the same
 * disk, the same memory, the same checkpoints.
 */
export const DURABLE: readonly string[] = [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "secure_delete = ON",
  "cache_size = -16384",
  "wal_autocheckpoint = 4000",
];
