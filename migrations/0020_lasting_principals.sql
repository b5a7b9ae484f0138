-- Whom a key stands for: a key that replaces another is the same caller, whose retries find their
-- answers and whose limits go on. NULL: the key itself.
ALTER TABLE api_key ADD COLUMN principal TEXT;
