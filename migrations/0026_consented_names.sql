-- What an app was called on the page where a person agreed; null: given before this was kept.
ALTER TABLE oauth_grant ADD COLUMN client_name TEXT;
UPDATE oauth_grant SET client_name = (SELECT name FROM oauth_client WHERE id = client_id);
