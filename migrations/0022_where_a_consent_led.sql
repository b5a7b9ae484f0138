-- Where the answer of a consent was sent, as the person read it; null: given before this was kept.
ALTER TABLE oauth_grant ADD COLUMN redirect_uri TEXT
CHECK (redirect_uri IS NULL OR length(redirect_uri) BETWEEN 1 AND 2048);
