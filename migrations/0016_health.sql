-- What the Health page and the page of calendar addresses tell.

-- When a calendar program last read it, to some minutes.
ALTER TABLE calendar_feed ADD COLUMN read_at INTEGER;

CREATE INDEX calendar_feed_by_brand ON calendar_feed (brand);

-- Texts that did not reach their guest: few, and asked about by every page.
CREATE INDEX message_troubled ON message (brand, due_at)
  WHERE state IN ('held', 'failed', 'unknown', 'expired');
