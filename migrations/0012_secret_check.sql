-- Which secret this database belongs to: links, opt-outs and sealed keys are worth nothing under
-- another one.

-- Derived from the secret; says whether it is the same and nothing else. Null until first used.
ALTER TABLE instance ADD COLUMN secret_check TEXT CHECK (length(secret_check) = 32);
