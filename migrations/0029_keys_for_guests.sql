-- Whether a key speaks for guests and not for the restaurant: such a caller cannot file a request
-- for a large party where the restaurant refuses those.
ALTER TABLE api_key ADD COLUMN for_guests INTEGER NOT NULL DEFAULT 0;
