-- Guests' personal data: what is to be cleared when its time has come, what is kept of it without a
-- name, and who may read a brand's calendar.

-- The conditions say what is left of a guest in a row: a row that is cleared leaves its index.
CREATE INDEX reservation_with_guest ON reservation (brand, end_at) WHERE (
  name <> 'Former guest' OR phone IS NOT NULL OR email IS NOT NULL
  OR notes <> '' OR food_drink_notes <> '' OR seating_notes <> ''
);
CREATE INDEX waitlist_entry_with_guest ON waitlist_entry (brand, latest_at)
  WHERE (name <> 'Former guest' OR phone <> '' OR notes <> '');
CREATE INDEX inbound_text_with_guest ON inbound_text (received_at)
  WHERE (sender <> '' OR body <> '');
-- A reply may concern nothing that is on record; every other text goes with its subject.
CREATE INDEX message_alone ON message (brand, created_at)
  WHERE reservation_id IS NULL AND entry_id IS NULL AND recipient <> '';

CREATE INDEX message_by_entry ON message (entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX audit_by_entry ON audit (entry_id) WHERE entry_id IS NOT NULL;

-- How often a phone did not come, by its keyed hash: counted here once the reservation that says so
-- has lost its phone.
CREATE TABLE no_show (
  brand TEXT NOT NULL REFERENCES brand (slug),
  phone_hash TEXT NOT NULL CHECK (length(phone_hash) BETWEEN 1 AND 128),
  count INTEGER NOT NULL CHECK (count >= 1),
  last_at INTEGER NOT NULL,
  PRIMARY KEY (brand, phone_hash)
) STRICT, WITHOUT ROWID;

-- Addresses under which calendar programs read a brand's reservations. The address is the secret,
-- known by the hash of its token only.
CREATE TABLE calendar_feed (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
