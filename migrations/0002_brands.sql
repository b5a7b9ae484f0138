-- Restaurants, the API keys that act for them and their calendar links.

CREATE TABLE brand (
  slug TEXT PRIMARY KEY CHECK (length(slug) BETWEEN 1 AND 64),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- What the owner set; everything else follows the defaults of the running version.
  overrides TEXT NOT NULL CHECK (json_valid(overrides)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- 1: the dashboard shows its owners what to set up next.
  guided INTEGER NOT NULL DEFAULT 0 CHECK (guided IN (0, 1))
) STRICT;

-- API keys. Only a hash of the secret is kept.
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
  revoked_at INTEGER,
  -- The key that this one replaced: retries and limits of both count as one caller's. Null: none.
  principal TEXT,
  -- 1: the key speaks for guests, who cannot file a request for a large party.
  for_guests INTEGER NOT NULL DEFAULT 0 CHECK (for_guests IN (0, 1))
) STRICT;

-- Calendar links. The address is the secret; only the hash of its token is kept.
CREATE TABLE calendar_feed (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  -- When a calendar program last read it, to within some minutes.
  read_at INTEGER
) STRICT;

CREATE INDEX calendar_feed_by_brand ON calendar_feed (brand);
