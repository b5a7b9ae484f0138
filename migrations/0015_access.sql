-- Who may act: the log of changes by restaurant, links by which people choose their password, and
-- when somebody signed in last.

CREATE INDEX audit_by_brand ON audit (brand, at);

-- One of a person at most: a newer one replaces it, and using it removes it. It opens something as
-- long as whoever made it may decide about that person's account.
CREATE TABLE account_link (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  made_by TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Sessions go a day after their end; this stays.
ALTER TABLE user ADD COLUMN signed_in_at INTEGER;
