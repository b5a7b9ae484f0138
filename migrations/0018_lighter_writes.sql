-- Fewer rows and fewer entries of indexes for each booking and its texts, most of which nobody ever
-- looks for.

-- The links that stand in a text, in the order of its marks: [{kind, subjectId, revision}].
ALTER TABLE message ADD COLUMN links TEXT CHECK (links IS NULL OR json_valid(links));

UPDATE message SET links = (
  SELECT json_group_array(
    json_object('kind', kind, 'subjectId', subject_id, 'revision', revision) ORDER BY place
  )
  FROM message_link WHERE message_id = message.id
)
WHERE id IN (SELECT message_id FROM message_link);

DROP TABLE message_link;

-- One index for all that is asked of a phone: its texts, and those that went out, by when. It does
-- not hold the state, which changes twice for each text.
DROP INDEX message_by_phone;
DROP INDEX message_sent_to;
CREATE INDEX message_by_phone ON message (recipient, attempted_at);

-- Answers are stored one after the other: the first rows are the oldest.
DROP INDEX idempotency_by_age;
