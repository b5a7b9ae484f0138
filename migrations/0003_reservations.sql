-- Reservations. Instants are epoch milliseconds, service_date is the local date YYYY-MM-DD.

CREATE TABLE reservation (
  -- Stands for the id in links, where every character is paid for.
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 24 AND id NOT GLOB '*[^0-9a-f]*'),
  brand TEXT NOT NULL REFERENCES brand (slug),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- The name without case and accents, for finding a part of it.
  name_search TEXT NOT NULL,
  phone TEXT CHECK (phone GLOB '+[0-9]*' AND length(phone) BETWEEN 5 AND 16),
  email TEXT CHECK (length(email) BETWEEN 1 AND 254),
  party_size INTEGER NOT NULL CHECK (party_size BETWEEN 1 AND 100000),
  start_at INTEGER NOT NULL,
  -- A stay is at most a day long: the search for overlapping stays looks back exactly that far.
  end_at INTEGER NOT NULL CHECK (end_at > start_at AND end_at - start_at <= 86400000),
  service_date TEXT NOT NULL
    CHECK (service_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  service TEXT CHECK (length(service) <= 120),
  status TEXT NOT NULL CHECK (
    status IN ('booked', 'pending', 'arrived', 'seated', 'completed', 'no_show', 'cancelled')
  ),
  attendance TEXT NOT NULL CHECK (
    attendance IN ('not_required', 'pending', 'confirmed', 'declined', 'no_reply')
  ),
  notes TEXT NOT NULL CHECK (length(notes) <= 4000),
  food_drink_notes TEXT NOT NULL CHECK (length(food_drink_notes) <= 4000),
  seating_notes TEXT NOT NULL CHECK (length(seating_notes) <= 4000),
  notify_customer INTEGER NOT NULL CHECK (notify_customer IN (0, 1)),
  source TEXT NOT NULL CHECK (source IN ('tool', 'dashboard', 'waitlist', 'import')),
  flags TEXT NOT NULL CHECK (json_valid(flags)),
  -- Ids of its tables, separated by spaces; `placement` follows from them.
  tables TEXT NOT NULL DEFAULT '',
  -- 1: chosen by a person, so it is not moved to make room for others.
  table_pinned INTEGER NOT NULL DEFAULT 0 CHECK (table_pinned IN (0, 1)),
  -- The area that the guest asked for; null: any.
  area TEXT CHECK (length(area) BETWEEN 1 AND 64),
  arrived_at INTEGER,
  seated_at INTEGER,
  completed_at INTEGER,
  cancelled_at INTEGER,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL CHECK (length(created_by) BETWEEN 1 AND 200),
  updated_at INTEGER NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  time_revision INTEGER NOT NULL CHECK (time_revision >= 1),
  -- When the guest is next asked whether they come, or reminded; null: no more texts are planned.
  next_question_at INTEGER,
  -- Occupancy is reckoned from these instants, so a state never goes without its own.
  CHECK (status <> 'seated' OR seated_at IS NOT NULL),
  CHECK (status <> 'completed' OR completed_at IS NOT NULL),
  CHECK (status <> 'cancelled' OR cancelled_at IS NOT NULL)
) STRICT;

-- The stays around a time, lists in order of start, their counts, and the search for part of a name:
-- one wide index is written faster than one for each.
CREATE INDEX reservation_by_start ON reservation (
  brand, start_at, id, end_at, party_size, status, seated_at, completed_at, tables, table_pinned, area,
  service_date, name_search
);

CREATE INDEX reservation_by_phone ON reservation (brand, phone, start_at)
  WHERE phone IS NOT NULL;

CREATE INDEX reservation_pending ON reservation (created_at, id) WHERE status = 'pending';

-- Guests to be asked or reminded, in order of time; those of a brand, and those who have not
-- answered, without reading the others.
CREATE INDEX reservation_by_question ON reservation (next_question_at, brand, start_at, attendance)
  WHERE next_question_at IS NOT NULL;

-- Parties at a table may overstay any window, so they are always read; there are few.
CREATE INDEX reservation_seated ON reservation (
  brand, start_at, end_at, party_size, status, seated_at, completed_at, tables, table_pinned, area, id
) WHERE status = 'seated';

-- Guests who have not answered and are not asked any more; the others are in the index of questions,
-- so that a booking writes one of the two.
CREATE INDEX reservation_unanswered ON reservation (start_at)
  WHERE status = 'booked' AND attendance = 'pending' AND next_question_at IS NULL;

-- Personal data that is to be cleared in time: a row that is cleared leaves the index. Guests who
-- will be asked again are in the index of questions, so that a booking writes one of the two.
CREATE INDEX reservation_with_guest ON reservation (brand, end_at) WHERE next_question_at IS NULL AND (
  name <> 'Former guest' OR phone IS NOT NULL OR email IS NOT NULL
  OR notes <> '' OR food_drink_notes <> '' OR seating_notes <> ''
);

-- No-shows of a phone, by its keyed hash, once the reservation has lost the phone.
CREATE TABLE no_show (
  brand TEXT NOT NULL REFERENCES brand (slug),
  phone_hash TEXT NOT NULL CHECK (length(phone_hash) BETWEEN 1 AND 128),
  count INTEGER NOT NULL CHECK (count >= 1),
  last_at INTEGER NOT NULL,
  PRIMARY KEY (brand, phone_hash)
) STRICT, WITHOUT ROWID;
