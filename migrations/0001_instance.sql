-- What this database is, who serves it and where its backups are.

CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  -- Milliseconds added to the system clock; only a test database ever moves it.
  clock_offset INTEGER NOT NULL DEFAULT 0 CHECK (environment = 'test' OR clock_offset = 0),
  -- Written to find out whether writing works again after a failure.
  test_writes INTEGER NOT NULL DEFAULT 0,
  -- Derived from the instance secret, to tell whether it is still the same. Null until first used.
  secret_check TEXT CHECK (length(secret_check) = 32),
  -- JSON: the settings of the last server that differ from the defaults, and the names of the
  -- secrets it had, never a secret. Commands beside the server read it. Null: no server has run.
  served_settings TEXT CHECK (json_valid(served_settings))
) STRICT;

-- The process that runs the background loop. It avoids double work; correctness depends on the rows
-- alone.
CREATE TABLE lease (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
  owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 400),
  heartbeat_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where backups of this database were ever kept, besides the folder beside it.
CREATE TABLE backup_place (
  place TEXT PRIMARY KEY,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
