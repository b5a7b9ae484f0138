-- What the waitlist needs to fill freed seats by itself, and which process does so.

-- A freed slot that may not be offered yet, as in quiet hours, is looked at again at this instant.
ALTER TABLE slot_freed ADD COLUMN check_at INTEGER NOT NULL DEFAULT 0;
-- The offer whose end freed the seats: they are for the next guest, not for the one who has just let them go.
ALTER TABLE slot_freed ADD COLUMN offer_id TEXT REFERENCES waitlist_offer (id);

-- Who is asked next: the order of the list, with everything that decides whether an entry is worth reading.
CREATE INDEX waitlist_entry_queue ON waitlist_entry
  (brand, priority DESC, created_at, id, latest_at, earliest_at, party_size, replaces)
  WHERE status = 'waiting';
-- How many of which size wait around a time.
CREATE INDEX waitlist_entry_sizes ON waitlist_entry (brand, party_size, latest_at, earliest_at)
  WHERE status = 'waiting';
CREATE INDEX waitlist_entry_dates ON waitlist_entry (brand, date, earliest_at, latest_at)
  WHERE status = 'waiting';
CREATE INDEX waitlist_entry_open ON waitlist_entry (latest_at, id)
  WHERE status IN ('waiting', 'paused');

-- Two tables held for one phone at a time can not be written, whatever the brands.
CREATE UNIQUE INDEX waitlist_offer_live_phone ON waitlist_offer (phone)
  WHERE state IN ('queued', 'sent');
CREATE INDEX waitlist_offer_hold ON waitlist_offer (hold_until)
  WHERE state IN ('queued', 'sent');
CREATE INDEX waitlist_offer_queued ON waitlist_offer (created_at, id) WHERE state = 'queued';
CREATE INDEX waitlist_offer_by_phone ON waitlist_offer (phone, created_at);
CREATE INDEX waitlist_offer_by_entry ON waitlist_offer (entry_id, created_at);

-- The process that does what becomes due. Ownership saves double work; what is right depends on the rows alone.
CREATE TABLE lease (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
  owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 400),
  heartbeat_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
