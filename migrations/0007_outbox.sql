-- What is known of a text on its way, and what guests texted back.

-- The process that made the last attempt, and when.
ALTER TABLE message ADD COLUMN owner TEXT CHECK (length(owner) BETWEEN 1 AND 200);
ALTER TABLE message ADD COLUMN attempted_at INTEGER;
-- 1: an attempt may have gone through, so the text can no longer count as unsent.
ALTER TABLE message ADD COLUMN doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1));
-- Why the gateway refused, in its own code.
ALTER TABLE message ADD COLUMN fault TEXT CHECK (length(fault) BETWEEN 1 AND 64);

CREATE INDEX message_sending ON message (attempted_at) WHERE state = 'sending';
CREATE INDEX message_held ON message (expires_at) WHERE state = 'held';
CREATE INDEX message_by_provider_id ON message (provider_id) WHERE provider_id IS NOT NULL;

-- Budgets count what went out, by phone and by brand.
CREATE INDEX message_sent_to ON message (recipient, attempted_at) WHERE attempted_at IS NOT NULL;
CREATE INDEX message_sent_for ON message (brand, attempted_at) WHERE attempted_at IS NOT NULL;

CREATE TABLE inbound_text (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 32),
  -- The gateway's own id: the same text is taken once, however often it is brought.
  provider_event_id TEXT NOT NULL CHECK (length(provider_event_id) BETWEEN 1 AND 200),
  sender TEXT NOT NULL CHECK (length(sender) <= 64),
  -- The number it came to; null where the gateway does not say.
  recipient TEXT CHECK (length(recipient) <= 64),
  body TEXT NOT NULL CHECK (length(body) <= 4000),
  received_at INTEGER NOT NULL,
  -- How it was understood.
  handled_as TEXT NOT NULL CHECK (length(handled_as) BETWEEN 1 AND 64),
  UNIQUE (provider, provider_event_id)
) STRICT;

CREATE INDEX inbound_text_by_sender ON inbound_text (sender, received_at);
