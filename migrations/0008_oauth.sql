-- Apps that act for people: clients, grants and tokens.

CREATE TABLE oauth_client (
  -- Of a client-id metadata document it is the document's address.
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 2048),
  kind TEXT NOT NULL CHECK (kind IN ('preregistered', 'dynamic', 'metadata_document')),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  redirect_uris TEXT NOT NULL CHECK (json_valid(redirect_uris)),
  auth_method TEXT NOT NULL CHECK (
    auth_method IN ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt')
  ),
  secret_hash TEXT CHECK (length(secret_hash) = 64),
  -- What the client registered or published, in the words of RFC 7591.
  metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
  -- Lets a client read and change its registration (RFC 7592).
  registration_token_hash TEXT UNIQUE CHECK (length(registration_token_hash) = 64),
  -- Seconds in which a refresh token may be shown again; null: by the list of known token-sharers.
  replay_window_s INTEGER CHECK (replay_window_s BETWEEN 0 AND 3600),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  -- Of a metadata document: until when the copy kept here may be used.
  fresh_until INTEGER,
  revoked_at INTEGER
) STRICT;

-- Authorization requests between the first page and the decision.
CREATE TABLE oauth_request (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  client_id TEXT NOT NULL,
  -- The checked parameters, in the words of RFC 6749.
  parameters TEXT NOT NULL CHECK (json_valid(parameters)),
  -- SHA-256 of the browser's own secret; null while it is only pushed.
  browser_hash TEXT CHECK (length(browser_hash) = 64),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  decided_at INTEGER,
  -- Where the browser was sent, sealed for that browser: a second click gets the same answer.
  sealed_outcome BLOB
) STRICT;

CREATE INDEX oauth_request_by_client ON oauth_request (client_id, expires_at);
CREATE INDEX oauth_request_by_expiry ON oauth_request (expires_at);

CREATE TABLE oauth_grant (
  id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES oauth_client (id),
  -- The brands with the role that the person had in each when consenting: {"slug": "role"}.
  brands TEXT NOT NULL CHECK (json_valid(brands)),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  ended_at INTEGER,
  end_reason TEXT CHECK (length(end_reason) BETWEEN 1 AND 64),
  -- Where the answer of the consent was sent, as the person read it.
  redirect_uri TEXT NOT NULL CHECK (length(redirect_uri) BETWEEN 1 AND 2048),
  -- What the app was called on the page where the person agreed.
  client_name TEXT NOT NULL,
  -- When a refresh token of the grant was shown by two parties. Null: never.
  shared_at INTEGER
) STRICT;

CREATE INDEX oauth_grant_by_client ON oauth_grant (client_id);
CREATE INDEX oauth_grant_by_user ON oauth_grant (user_id);
CREATE INDEX oauth_grant_ended ON oauth_grant (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE oauth_code (
  code_hash TEXT PRIMARY KEY CHECK (length(code_hash) = 64),
  grant_id TEXT NOT NULL REFERENCES oauth_grant (id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  resource TEXT NOT NULL,
  challenge TEXT NOT NULL CHECK (length(challenge) = 43),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  redeemed_at INTEGER,
  -- Its place among all exchanges (oauth_exchange); null until it is redeemed.
  exchange INTEGER,
  wrong_verifiers INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX oauth_code_by_expiry ON oauth_code (expires_at);
CREATE INDEX oauth_code_by_grant ON oauth_code (grant_id);

CREATE TABLE oauth_access_token (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
  grant_id TEXT NOT NULL REFERENCES oauth_grant (id) ON DELETE CASCADE,
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX oauth_access_token_by_expiry ON oauth_access_token (expires_at);
CREATE INDEX oauth_access_token_by_grant ON oauth_access_token (grant_id);

CREATE TABLE oauth_refresh_token (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
  grant_id TEXT NOT NULL REFERENCES oauth_grant (id) ON DELETE CASCADE,
  -- Rotations before this one: 0 came with the code.
  generation INTEGER NOT NULL CHECK (generation >= 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  rotated_at INTEGER,
  -- Its place among all exchanges (oauth_exchange); null until it is rotated.
  exchange INTEGER,
  -- The answer that rotated it, sealed with a key that only the presented token yields.
  sealed_answer BLOB,
  sealed_until INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX oauth_refresh_token_by_expiry ON oauth_refresh_token (expires_at);
CREATE UNIQUE INDEX oauth_refresh_token_by_generation
  ON oauth_refresh_token (grant_id, generation);

-- At most one token of a grant is not rotated yet.
CREATE UNIQUE INDEX oauth_refresh_token_live ON oauth_refresh_token (grant_id)
  WHERE rotated_at IS NULL;

CREATE INDEX oauth_refresh_token_sealed ON oauth_refresh_token (sealed_until)
  WHERE sealed_until IS NOT NULL;

-- How many codes and refresh tokens have been exchanged. A request that arrived when the count was
-- lower than a token's place arrived before that token was exchanged, in whichever process.
CREATE TABLE oauth_exchange (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  count INTEGER NOT NULL
) STRICT;

INSERT INTO oauth_exchange (only, count) VALUES (1, 0);

-- Assertions that have authenticated a client: none is taken twice (RFC 7523, section 3).
CREATE TABLE oauth_assertion (
  jti_hash TEXT PRIMARY KEY CHECK (length(jti_hash) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
