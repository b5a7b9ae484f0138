-- The outbox: texts are written with the change that causes them and sent afterwards.

CREATE TABLE message (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  reservation_id TEXT REFERENCES reservation (id),
  entry_id TEXT REFERENCES waitlist_entry (id),
  kind TEXT NOT NULL CHECK (
    kind IN (
      'confirmation', 'update', 'cancellation', 'request_received', 'offer', 'offer_gone',
      'attendance_ask', 'follow_up', 'reminder', 'reply'
    )
  ),
  recipient TEXT NOT NULL CHECK (length(recipient) <= 16),
  body TEXT NOT NULL CHECK (length(body) <= 2000),
  segments INTEGER NOT NULL CHECK (segments BETWEEN 0 AND 50),
  due_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (
    state IN (
      'due', 'sending', 'accepted', 'delivered', 'failed', 'unknown', 'void', 'expired', 'held'
    )
  ),
  attempt INTEGER NOT NULL CHECK (attempt >= 0),
  provider_id TEXT,
  unique_key TEXT NOT NULL UNIQUE CHECK (length(unique_key) BETWEEN 1 AND 200),
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL CHECK (length(created_by) BETWEEN 1 AND 200),
  -- An answer to a text may concern nothing that is on record; nothing concerns two things.
  CHECK (reservation_id IS NULL OR entry_id IS NULL),
  CHECK (kind = 'reply' OR reservation_id IS NOT NULL OR entry_id IS NOT NULL)
) STRICT;

CREATE INDEX message_due ON message (due_at) WHERE state = 'due';
CREATE INDEX message_by_reservation ON message (reservation_id) WHERE reservation_id IS NOT NULL;
CREATE INDEX message_by_principal ON message (created_by, created_at);

-- The first text to a phone says how to stop them: was there one before?
CREATE INDEX message_by_phone ON message (recipient, state);
