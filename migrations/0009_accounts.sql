-- People who sign in, the teams they belong to, and what proves that they did.

CREATE TABLE user (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  -- Lower case: one person has one account, however the address is typed.
  email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- A PHC string of Argon2id; null until the person has chosen a password.
  password_hash TEXT CHECK (length(password_hash) BETWEEN 1 AND 512),
  -- Owner of every brand, those to come included: whoever set the instance up.
  owns_house INTEGER NOT NULL DEFAULT 0 CHECK (owns_house IN (0, 1)),
  password_changed_at INTEGER,
  created_at INTEGER NOT NULL,
  disabled_at INTEGER
) STRICT;

CREATE TABLE team_member (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  brand TEXT NOT NULL REFERENCES brand (slug),
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'host')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, brand)
) STRICT, WITHOUT ROWID;

CREATE INDEX team_member_by_brand ON team_member (brand);

CREATE TABLE session (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);

-- The one-time link of the first account.
CREATE TABLE setup_link (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

-- Private halves are sealed with a key derived from the instance secret.
CREATE TABLE signing_key (
  kid TEXT PRIMARY KEY CHECK (length(kid) BETWEEN 1 AND 64),
  public_jwk TEXT NOT NULL CHECK (json_valid(public_jwk)),
  sealed_private BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Failed sign-ins of an account, whether it exists or not: a bucket that refills with time.
CREATE TABLE sign_in_throttle (
  account_hash TEXT PRIMARY KEY CHECK (length(account_hash) = 64),
  -- The instant at which all attempts are available again.
  full_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_throttle_by_refill ON sign_in_throttle (full_at);

-- What an owner should know about accounts and connected apps; never holds a secret.
CREATE TABLE security_event (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  user_id TEXT,
  client_id TEXT,
  grant_id TEXT,
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail))
) STRICT;
