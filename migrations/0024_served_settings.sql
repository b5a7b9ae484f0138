-- What a running server was started with, so that commands beside it act as it does.

-- JSON: the settings that are not the default, and the names of the secrets it has; never a secret.
-- Null: no server has run here since the database was made or restored.
ALTER TABLE instance ADD COLUMN served_settings TEXT CHECK (json_valid(served_settings));

-- Where backups of this database were ever kept, besides the folder beside it.
CREATE TABLE backup_place (
  place TEXT PRIMARY KEY,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
