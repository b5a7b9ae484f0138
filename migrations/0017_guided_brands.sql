-- Whether the owners of a restaurant are shown what to do next; those that exist know their way.

ALTER TABLE brand ADD COLUMN guided INTEGER NOT NULL DEFAULT 0 CHECK (guided IN (0, 1));
