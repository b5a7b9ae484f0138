-- Links in texts: what a guest may open without signing in.

-- A token is known by its hash only: whoever reads the table can open nothing.
CREATE TABLE guest_link (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
  kind TEXT NOT NULL CHECK (kind IN ('offer', 'reservation')),
  -- The offer or the reservation.
  subject_id TEXT NOT NULL CHECK (length(subject_id) BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which links stand in a text, in their order; the tokens are derived anew when it is sent.
CREATE TABLE message_link (
  message_id TEXT NOT NULL REFERENCES message (id) ON UPDATE CASCADE ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9),
  kind TEXT NOT NULL CHECK (kind IN ('offer', 'reservation')),
  subject_id TEXT NOT NULL CHECK (length(subject_id) BETWEEN 1 AND 64),
  revision INTEGER NOT NULL CHECK (revision >= 1),
  PRIMARY KEY (message_id, place)
) STRICT, WITHOUT ROWID;
