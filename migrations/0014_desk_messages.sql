-- What people do about texts at the desk: read what guests wrote, let held texts go out.

-- Who read a text that no word acted on. By brand: restaurants that send from one number read apart.
CREATE TABLE inbound_text_read (
  brand TEXT NOT NULL REFERENCES brand (slug),
  text_id TEXT NOT NULL REFERENCES inbound_text (id) ON DELETE CASCADE,
  read_at INTEGER NOT NULL,
  read_by TEXT NOT NULL CHECK (length(read_by) BETWEEN 1 AND 200),
  PRIMARY KEY (brand, text_id)
) STRICT, WITHOUT ROWID;

-- What goes when its text does.
CREATE INDEX inbound_text_read_by_text ON inbound_text_read (text_id);

CREATE INDEX inbound_text_unread ON inbound_text (received_at) WHERE handled_as = 'unread';

-- Somebody has decided that this text goes out although the day's texts are used up.
ALTER TABLE message ADD COLUMN released_at INTEGER;

CREATE INDEX message_by_brand ON message (brand, created_at);
