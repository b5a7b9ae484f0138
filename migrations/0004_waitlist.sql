-- Guests who wait for a table, tables offered to them, and seats that came free.

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
  -- Id of the area that the guest waits for; null: any.
  area TEXT CHECK (length(area) BETWEEN 1 AND 64),
  -- door: a walk-in who waits here and now. Freed seats are offered to wishes alone.
  kind TEXT NOT NULL DEFAULT 'wish' CHECK (kind IN ('wish', 'door')),
  -- The wait that a party at the door was told.
  quoted_minutes INTEGER CHECK (quoted_minutes BETWEEN 0 AND 1440),
  -- Until when a party at the door that was called is waited for; the offer keeps its table.
  ready_until INTEGER,
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
  updated_at INTEGER NOT NULL,
  -- 1: the phone takes no texts, so freed seats are not offered to it. opt_out decides; this copy
  -- keeps such entries out of the queue's index.
  sms_off INTEGER NOT NULL DEFAULT 0 CHECK (sms_off IN (0, 1))
) STRICT;

CREATE INDEX waitlist_entry_by_phone ON waitlist_entry (brand, phone, date);
CREATE INDEX waitlist_entry_by_status ON waitlist_entry (brand, status, latest_at);
CREATE INDEX waitlist_entry_dates ON waitlist_entry (brand, date, earliest_at, latest_at)
  WHERE status = 'waiting' AND kind = 'wish';

-- Everything that one phone waits for, in all brands.
CREATE INDEX waitlist_entry_of_phone ON waitlist_entry (phone, status);

CREATE INDEX waitlist_entry_open ON waitlist_entry (latest_at, id)
  WHERE status IN ('waiting', 'paused');

-- Who is asked next, in order, with everything that decides whether an entry is worth reading.
CREATE INDEX waitlist_entry_queue ON waitlist_entry
  (brand, priority DESC, created_at, id, latest_at, earliest_at, party_size, replaces)
  WHERE status = 'waiting' AND kind = 'wish' AND sms_off = 0;

-- How many parties of each size wait around a time.
CREATE INDEX waitlist_entry_sizes ON waitlist_entry (brand, party_size, latest_at, earliest_at)
  WHERE status = 'waiting' AND kind = 'wish';

CREATE INDEX waitlist_entry_with_guest ON waitlist_entry (brand, latest_at)
  WHERE (name <> 'Former guest' OR phone <> '' OR notes <> '');

-- Seats that came free and are to be offered.
CREATE TABLE slot_freed (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL CHECK (to_at > from_at),
  cause TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL,
  done_at INTEGER,
  -- Nothing may be offered before this instant, in quiet hours for example.
  check_at INTEGER NOT NULL DEFAULT 0,
  -- The offer that freed the seats by ending: its guest is not asked again.
  offer_id TEXT REFERENCES waitlist_offer (id)
) STRICT;

CREATE INDEX slot_freed_settled ON slot_freed (brand, done_at, from_at, to_at)
  WHERE done_at IS NOT NULL;
CREATE INDEX slot_freed_undone ON slot_freed (created_at) WHERE done_at IS NULL;

-- Tables offered to waiting guests.
CREATE TABLE waitlist_offer (
  -- Stands for the id in links, where every character is paid for.
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
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
  -- Ids of the tables that are held, separated by spaces.
  tables TEXT NOT NULL DEFAULT '',
  cause TEXT REFERENCES slot_freed (id),
  -- When the guest texted back something that a person has to read: the table is then held longer.
  answered_at INTEGER
) STRICT;

-- What was offered of the same freed seats.
CREATE INDEX waitlist_offer_by_cause ON waitlist_offer (cause);

CREATE INDEX waitlist_offer_by_entry ON waitlist_offer (entry_id, created_at);
CREATE INDEX waitlist_offer_by_phone ON waitlist_offer (phone, created_at);
CREATE INDEX waitlist_offer_hold ON waitlist_offer (hold_until)
  WHERE state IN ('queued', 'sent');
CREATE INDEX waitlist_offer_live ON waitlist_offer (brand, start_at)
  WHERE state IN ('queued', 'sent');

-- A waiting guest has at most one open offer.
CREATE UNIQUE INDEX waitlist_offer_live_entry ON waitlist_offer (entry_id)
  WHERE state IN ('queued', 'sent');

-- A phone has at most one open offer, in all brands. A table that is kept for a party at the door has
-- no phone: nobody answers for it by text.
CREATE UNIQUE INDEX waitlist_offer_live_phone ON waitlist_offer (phone)
  WHERE state IN ('queued', 'sent') AND phone <> '';

CREATE INDEX waitlist_offer_queued ON waitlist_offer (created_at, id) WHERE state = 'queued';
