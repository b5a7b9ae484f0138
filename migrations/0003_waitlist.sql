-- Guests who wait for a table, the tables held for them, and the seats that came free.

CREATE TABLE waitlist_entry (
  id TEXT PRIMARY KEY CHECK (length(id) = 24 AND id NOT GLOB '*[^0-9a-f]*'),
  brand TEXT NOT NULL REFERENCES brand (slug),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  phone TEXT NOT NULL CHECK (length(phone) <= 16),
  party_size INTEGER NOT NULL CHECK (party_size BETWEEN 1 AND 100000),
  date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  wished_at INTEGER NOT NULL,
  earliest_at INTEGER NOT NULL,
  latest_at INTEGER NOT NULL CHECK (latest_at >= earliest_at),
  replaces TEXT REFERENCES reservation (id),
  priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 9),
  notes TEXT NOT NULL CHECK (length(notes) <= 4000),
  source TEXT NOT NULL CHECK (source IN ('tool', 'dashboard')),
  status TEXT NOT NULL CHECK (
    status IN ('waiting', 'offered', 'booked', 'left', 'lapsed', 'paused')
  ),
  offers_sent INTEGER NOT NULL CHECK (offers_sent >= 0),
  silent_offers INTEGER NOT NULL CHECK (silent_offers >= 0),
  booking_id TEXT REFERENCES reservation (id),
  passed_over TEXT NOT NULL CHECK (json_valid(passed_over)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX waitlist_entry_by_status ON waitlist_entry (brand, status, latest_at);
CREATE INDEX waitlist_entry_by_phone ON waitlist_entry (brand, phone, date);

CREATE TABLE slot_freed (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL CHECK (to_at > from_at),
  cause TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT;

CREATE INDEX slot_freed_undone ON slot_freed (created_at) WHERE done_at IS NULL;

CREATE TABLE waitlist_offer (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  entry_id TEXT NOT NULL REFERENCES waitlist_entry (id),
  brand TEXT NOT NULL REFERENCES brand (slug),
  phone TEXT NOT NULL CHECK (length(phone) <= 16),
  party_size INTEGER NOT NULL CHECK (party_size BETWEEN 1 AND 100000),
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL CHECK (end_at > start_at AND end_at - start_at <= 86400000),
  state TEXT NOT NULL CHECK (
    state IN ('queued', 'sent', 'accepted', 'declined', 'expired', 'withdrawn', 'failed')
  ),
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  hold_until INTEGER NOT NULL,
  cause TEXT REFERENCES slot_freed (id)
) STRICT;

-- Two offers to one waiting guest at a time can not be written.
CREATE UNIQUE INDEX waitlist_offer_live_entry ON waitlist_offer (entry_id)
  WHERE state IN ('queued', 'sent');
CREATE INDEX waitlist_offer_live ON waitlist_offer (brand, start_at)
  WHERE state IN ('queued', 'sent');
