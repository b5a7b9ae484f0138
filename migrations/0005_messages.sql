-- Texts to guests, their answers, and who may be texted.

-- The outbox: texts are written with the change that causes them and sent afterwards.
CREATE TABLE message (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  reservation_id TEXT REFERENCES reservation (id),
  entry_id TEXT REFERENCES waitlist_entry (id),
  -- The offer that the text tells of.
  offer_id TEXT REFERENCES waitlist_offer (id),
  -- The reservation's revision of the time that the text tells.
  time_revision INTEGER CHECK (time_revision >= 1),
  kind TEXT NOT NULL CHECK (
    kind IN (
      'confirmation', 'update', 'cancellation', 'request_received', 'offer', 'offer_gone',
      'attendance_ask', 'follow_up', 'reminder', 'reply', 'staff'
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
  unique_key TEXT NOT NULL CHECK (length(unique_key) BETWEEN 1 AND 200),
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL CHECK (length(created_by) BETWEEN 1 AND 200),
  -- When the last attempt was made.
  attempted_at INTEGER,
  -- 1: an attempt may have gone through, so the text no longer counts as unsent.
  doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1)),
  -- Why the gateway refused, in its own code.
  fault TEXT CHECK (length(fault) BETWEEN 1 AND 64),
  -- When somebody decided to send this text although the day's limit is used up.
  released_at INTEGER,
  -- What the links of a text about several tables open, in the order of its marks:
  -- [{kind, subjectId}].
  links TEXT CHECK (links IS NULL OR json_valid(links)),
  -- Since when the gateway has not taken it: the next attempt lies in the future.
  tried_since INTEGER,
  -- When the guest texted back something that a person has to read. Such a guest is not silent:
  -- their table is not released.
  answered_at INTEGER,
  -- An answer and a text by hand may concern nothing that is on record; nothing concerns two things.
  CHECK (reservation_id IS NULL OR entry_id IS NULL),
  CHECK (kind IN ('reply', 'staff') OR reservation_id IS NOT NULL OR entry_id IS NOT NULL)
) STRICT;

-- These may concern nothing on record; every other text is cleared with its subject.
CREATE INDEX message_alone ON message (brand, created_at)
  WHERE reservation_id IS NULL AND entry_id IS NULL AND recipient <> '';

-- The page of texts; created_by to count what a key has caused today.
CREATE INDEX message_by_brand ON message (brand, created_at, created_by);

CREATE INDEX message_by_entry ON message (entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX message_by_offer ON message (offer_id) WHERE offer_id IS NOT NULL;

-- All that is asked of a phone: its texts, and those that went out, by when.
CREATE INDEX message_by_phone ON message (recipient, attempted_at);

CREATE INDEX message_by_provider_id ON message (provider_id) WHERE provider_id IS NOT NULL;

-- No text is queued twice. Two indexes instead of one, because the first also finds the texts of a
-- reservation: each booking then writes one index less.
CREATE UNIQUE INDEX message_by_reservation ON message (reservation_id, unique_key)
  WHERE reservation_id IS NOT NULL;
CREATE UNIQUE INDEX message_by_key ON message (unique_key) WHERE reservation_id IS NULL;

CREATE INDEX message_due ON message (due_at) WHERE state = 'due';
CREATE INDEX message_held ON message (expires_at) WHERE state = 'held';
CREATE INDEX message_sending ON message (attempted_at) WHERE state = 'sending';

-- Budgets count what went out, by brand.
CREATE INDEX message_sent_for ON message (brand, attempted_at) WHERE attempted_at IS NOT NULL;

CREATE INDEX message_tried ON message (tried_since, state, due_at)
WHERE tried_since IS NOT NULL AND state IN ('due', 'sending');

-- Texts that did not reach their guest: few, and counted on every page.
CREATE INDEX message_troubled ON message (brand, due_at)
  WHERE state IN ('held', 'failed', 'unknown', 'expired');

-- What guests texted back.
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
CREATE INDEX inbound_text_unread ON inbound_text (received_at) WHERE handled_as = 'unread';
CREATE INDEX inbound_text_with_guest ON inbound_text (received_at)
  WHERE (sender <> '' OR body <> '');

-- The brands that had texted the phone before the text came: it is for them.
CREATE TABLE inbound_text_brand (
  text_id TEXT NOT NULL REFERENCES inbound_text (id) ON DELETE CASCADE,
  brand TEXT NOT NULL REFERENCES brand (slug),
  PRIMARY KEY (text_id, brand)
) STRICT, WITHOUT ROWID;

-- Who read a text that no keyword acted on, per brand: brands may share one number.
CREATE TABLE inbound_text_read (
  brand TEXT NOT NULL REFERENCES brand (slug),
  text_id TEXT NOT NULL REFERENCES inbound_text (id) ON DELETE CASCADE,
  read_at INTEGER NOT NULL,
  read_by TEXT NOT NULL CHECK (length(read_by) BETWEEN 1 AND 200),
  PRIMARY KEY (brand, text_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX inbound_text_read_by_text ON inbound_text_read (text_id);

-- Phones that asked for silence, known by a keyed hash only: the list outlives every erased guest.
CREATE TABLE opt_out (
  phone_hash TEXT PRIMARY KEY CHECK (length(phone_hash) BETWEEN 1 AND 128),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Phones that a brand has texted, by their keyed hash, once the texts have lost the phone.
CREATE TABLE texted_phone (
  brand TEXT NOT NULL REFERENCES brand (slug),
  phone_hash TEXT NOT NULL CHECK (length(phone_hash) BETWEEN 1 AND 128),
  first_at INTEGER NOT NULL,
  PRIMARY KEY (brand, phone_hash)
) STRICT, WITHOUT ROWID;
