-- The floor: areas, tables, the combinations that may be pushed together, and blocked tables.

CREATE TABLE area (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  name TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
  -- Order on pages, from 0.
  position INTEGER NOT NULL CHECK (position >= 0),
  bookable TEXT NOT NULL CHECK (bookable IN ('online', 'desk', 'door')),
  -- When it is closed: [{from, to}], ISO wall times of the brand's zone.
  closed TEXT NOT NULL CHECK (json_valid(closed)),
  archived_at INTEGER,
  UNIQUE (brand, name)
) STRICT;

-- Never deleted, because reservations name them; a name that returns is the same table.
CREATE TABLE dining_table (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  area_id TEXT NOT NULL REFERENCES area (id),
  name TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 12),
  min_covers INTEGER NOT NULL CHECK (min_covers >= 1),
  max_covers INTEGER NOT NULL CHECK (max_covers >= min_covers),
  -- 0 is given first.
  priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 9),
  bookable TEXT NOT NULL CHECK (bookable IN ('online', 'desk', 'door')),
  shape TEXT NOT NULL CHECK (shape IN ('square', 'rectangle', 'round', 'bar')),
  -- Place and size on the plan in whole grid units, the angle in degrees; null: not placed.
  x INTEGER,
  y INTEGER,
  width INTEGER CHECK (width BETWEEN 1 AND 100),
  height INTEGER CHECK (height BETWEEN 1 AND 100),
  angle INTEGER CHECK (angle BETWEEN 0 AND 359),
  -- The table is taken for so many minutes longer than the party stays.
  extra_minutes INTEGER NOT NULL CHECK (extra_minutes BETWEEN 0 AND 240),
  archived_at INTEGER,
  UNIQUE (brand, name)
) STRICT;

CREATE TABLE combination (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  -- Ids of its tables, a JSON list.
  tables TEXT NOT NULL CHECK (json_valid(tables)),
  min_covers INTEGER NOT NULL CHECK (min_covers >= 1),
  max_covers INTEGER NOT NULL CHECK (max_covers >= min_covers),
  priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 9),
  bookable TEXT NOT NULL CHECK (bookable IN ('online', 'desk', 'door')),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  extra_minutes INTEGER NOT NULL CHECK (extra_minutes BETWEEN 0 AND 240)
) STRICT;

CREATE INDEX combination_by_brand ON combination (brand);

-- Tables out of use for a while.
CREATE TABLE table_block (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  tables TEXT NOT NULL CHECK (json_valid(tables)),
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL CHECK (to_at > from_at),
  reason TEXT NOT NULL CHECK (length(reason) <= 500),
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL CHECK (length(created_by) BETWEEN 1 AND 200)
) STRICT;

CREATE INDEX table_block_by_brand ON table_block (brand, to_at);

-- Who serves which tables on a service date. No part in who gets a table.
CREATE TABLE floor_section (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  brand TEXT NOT NULL REFERENCES brand (slug),
  service_date TEXT NOT NULL CHECK (length(service_date) = 10),
  name TEXT NOT NULL COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 30),
  color TEXT NOT NULL CHECK (color IN ('blue', 'green', 'orange', 'purple', 'red', 'teal', 'yellow', 'grey')),
  -- The server's name; empty: nobody yet.
  server TEXT NOT NULL CHECK (length(server) <= 60),
  tables TEXT NOT NULL CHECK (json_valid(tables)),
  UNIQUE (brand, service_date, name)
) STRICT;
