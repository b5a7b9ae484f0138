-- What was done, by whom, and what was answered.

-- What was done and by whom.
CREATE TABLE audit (
  -- Order of the changes, whatever the clock said.
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
  at INTEGER NOT NULL,
  brand TEXT NOT NULL REFERENCES brand (slug),
  reservation_id TEXT REFERENCES reservation (id),
  entry_id TEXT REFERENCES waitlist_entry (id),
  principal TEXT NOT NULL CHECK (length(principal) BETWEEN 1 AND 200),
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('user', 'api_key', 'oauth', 'guest', 'system')),
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  operation TEXT NOT NULL CHECK (length(operation) BETWEEN 1 AND 64),
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after)),
  idempotency_key TEXT CHECK (length(idempotency_key) BETWEEN 1 AND 128),
  reason TEXT CHECK (length(reason) <= 500)
) STRICT;

-- In the order of the log. The principal is here for what one of them did: an index of its own would
-- be written with each change and read by few pages.
CREATE INDEX audit_by_brand ON audit (brand, at, sequence, principal);
CREATE INDEX audit_by_entry ON audit (entry_id) WHERE entry_id IS NOT NULL;

-- An index ends in the rowid, so the newest change is its last entry.
CREATE INDEX audit_by_reservation ON audit (reservation_id) WHERE reservation_id IS NOT NULL;

-- Answers kept for retries. With a rowid although the key is unique: they are purged from the
-- oldest row on.
CREATE TABLE idempotency (
  -- The first half of the SHA-256 of principal, brand, tool and key.
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 16),
  brand TEXT NOT NULL,
  -- Hexadecimal: the first half of the SHA-256 of the arguments.
  arguments_hash TEXT NOT NULL CHECK (length(arguments_hash) = 32),
  -- The structure (JSON) and the text beside it, as they were answered.
  structured TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
