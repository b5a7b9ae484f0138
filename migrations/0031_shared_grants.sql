-- When a refresh token of the grant was shown by two parties; null: never.
ALTER TABLE oauth_grant ADD COLUMN shared_at INTEGER;
