-- A guest texted back something that a person has to read, after this was sent: since when. Such a
-- guest is not silent: an offer is held a little longer once, and no table is released.
ALTER TABLE waitlist_offer ADD COLUMN answered_at INTEGER;
ALTER TABLE message ADD COLUMN answered_at INTEGER;
