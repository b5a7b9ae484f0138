-- What proves who somebody is besides their password; all of it goes with the account.

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

-- Answers to challenges that have signed somebody in: none is taken twice.
CREATE TABLE spent_challenge (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX spent_challenge_by_expiry ON spent_challenge (expires_at);

-- An app that shows codes (RFC 6238). The secret is sealed with a key derived from the instance secret.
CREATE TABLE totp (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  sealed_secret BLOB NOT NULL,
  -- The latest time step whose code was used: no code of it or of an earlier one is taken.
  last_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Each opens the account once in place of a factor that was lost; using it removes it.
CREATE TABLE recovery_code (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL CHECK (length(code_hash) = 64),
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;
