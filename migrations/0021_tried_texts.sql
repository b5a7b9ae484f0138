-- Since when a text is tried that the gateway did not take: its next attempt lies in the future, and
-- still it waits.
ALTER TABLE message ADD COLUMN tried_since INTEGER;
CREATE INDEX message_tried ON message (tried_since, state, due_at)
WHERE tried_since IS NOT NULL AND state IN ('due', 'sending');
