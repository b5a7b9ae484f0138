-- Who this database belongs to, the restaurants in it, and who may call.

CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
  -- Milliseconds added to the system clock; only a test database ever moves it.
  clock_offset INTEGER NOT NULL DEFAULT 0 CHECK (environment = 'test' OR clock_offset = 0),
  -- Written to find out whether writing works again after a failure.
  test_writes INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE brand (
  slug TEXT PRIMARY KEY CHECK (length(slug) BETWEEN 1 AND 64),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- What the owner set; everything else follows the defaults of the running version.
  overrides TEXT NOT NULL CHECK (json_valid(overrides)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  public_id TEXT NOT NULL UNIQUE CHECK (length(public_id) BETWEEN 1 AND 64),
  secret_hash TEXT NOT NULL CHECK (length(secret_hash) BETWEEN 1 AND 128),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  brands TEXT NOT NULL CHECK (json_valid(brands)),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  tools TEXT CHECK (tools IS NULL OR json_valid(tools)),
  budgets TEXT NOT NULL CHECK (json_valid(budgets)),
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;

-- Phones that asked for silence, known by a keyed hash only: the list outlives every erased guest.
CREATE TABLE opt_out (
  phone_hash TEXT PRIMARY KEY CHECK (length(phone_hash) BETWEEN 1 AND 128),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
