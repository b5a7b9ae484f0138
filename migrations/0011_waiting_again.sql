-- Guests who wait while nothing can be offered to them, and what came free meanwhile.

-- The phone takes no texts: such an entry is not read when seats come free. opt_out decides; this spares the reading.
ALTER TABLE waitlist_entry ADD COLUMN sms_off INTEGER NOT NULL DEFAULT 0 CHECK (sms_off IN (0, 1));

DROP INDEX waitlist_entry_queue;
CREATE INDEX waitlist_entry_queue ON waitlist_entry
  (brand, priority DESC, created_at, id, latest_at, earliest_at, party_size, replaces)
  WHERE status = 'waiting' AND sms_off = 0;
-- Everything that one phone waits for, whatever the brands.
CREATE INDEX waitlist_entry_of_phone ON waitlist_entry (phone, status);

-- What was offered of the same freed seats.
CREATE INDEX waitlist_offer_by_cause ON waitlist_offer (cause);
-- What came free since an instant.
CREATE INDEX slot_freed_settled ON slot_freed (brand, done_at, from_at, to_at)
  WHERE done_at IS NOT NULL;
