-- People, their sessions and what proves who they are.

CREATE TABLE user (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  -- Lower case: one person has one account, however the address is typed.
  email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- A PHC string of Argon2id; null until the person has chosen a password.
  password_hash TEXT CHECK (length(password_hash) BETWEEN 1 AND 512),
  -- Owner of every brand, those to come included: whoever set the instance up.
  owns_instance INTEGER NOT NULL DEFAULT 0 CHECK (owns_instance IN (0, 1)),
  password_changed_at INTEGER,
  created_at INTEGER NOT NULL,
  disabled_at INTEGER,
  -- The last sign-in. Sessions are removed a day after their end; this stays.
  signed_in_at INTEGER
) STRICT;

CREATE TABLE team_member (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  brand TEXT NOT NULL REFERENCES brand (slug),
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'host')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, brand)
) STRICT, WITHOUT ROWID;

CREATE INDEX team_member_by_brand ON team_member (brand);

-- What a person types at a colleague's tablet to act under their own name in one brand.
CREATE TABLE pin (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  brand TEXT NOT NULL REFERENCES brand (slug),
  -- A PHC string of Argon2id.
  hash TEXT NOT NULL CHECK (length(hash) BETWEEN 1 AND 512),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, brand)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER pin_ends_with_membership AFTER DELETE ON team_member BEGIN
  DELETE FROM pin WHERE user_id = OLD.user_id AND brand = OLD.brand;
END;

CREATE TABLE session (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

CREATE INDEX session_by_expiry ON session (expires_at);
CREATE INDEX session_by_user ON session (user_id);

-- Attempts to sign in, by a hash of the account.
CREATE TABLE sign_in_throttle (
  account_hash TEXT PRIMARY KEY CHECK (length(account_hash) = 64),
  -- The instant at which all attempts are available again.
  full_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_throttle_by_refill ON sign_in_throttle (full_at);

-- Links by which the first account is made.
CREATE TABLE setup_link (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

-- Links by which people choose a password, at most one for each person.
CREATE TABLE account_link (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  made_by TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Second factors and passkeys; all of it goes with the account.
CREATE TABLE passkey (
  -- As the authenticator calls it, base64url.
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1400),
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- The host name that it was made for: under another one it opens nothing.
  rp_id TEXT NOT NULL CHECK (length(rp_id) BETWEEN 1 AND 253),
  public_key BLOB NOT NULL,
  -- Uses as the authenticator counts them; 0: it does not count.
  counter INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

CREATE INDEX passkey_by_user ON passkey (user_id);

-- Authenticator apps (RFC 6238). The secret is sealed with a key derived from the instance secret.
CREATE TABLE totp (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  sealed_secret BLOB NOT NULL,
  -- The latest time step whose code was used: no code of it or of an earlier one is taken.
  last_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Each code replaces a lost factor once and is then removed.
CREATE TABLE recovery_code (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL CHECK (length(code_hash) = 64),
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Challenges that have signed somebody in: none is taken twice.
CREATE TABLE spent_challenge (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX spent_challenge_by_expiry ON spent_challenge (expires_at);

-- Keys that sign tokens; the private half is sealed with a key derived from the instance secret.
CREATE TABLE signing_key (
  kid TEXT PRIMARY KEY CHECK (length(kid) BETWEEN 1 AND 64),
  public_jwk TEXT NOT NULL CHECK (json_valid(public_jwk)),
  sealed_private BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Sign-ins, factors, tokens: what an owner reads about security.
CREATE TABLE security_event (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  user_id TEXT,
  client_id TEXT,
  grant_id TEXT,
  detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail))
) STRICT;
