-- For whom a guest's text is: the restaurants that had texted the phone before it came.
CREATE TABLE inbound_text_brand (
  text_id TEXT NOT NULL REFERENCES inbound_text (id) ON DELETE CASCADE,
  brand TEXT NOT NULL REFERENCES brand (slug),
  PRIMARY KEY (text_id, brand)
) STRICT, WITHOUT ROWID;

-- Phones that a restaurant has texted, by their keyed hash: noted when the texts lose the phone.
CREATE TABLE texted_phone (
  brand TEXT NOT NULL REFERENCES brand (slug),
  phone_hash TEXT NOT NULL CHECK (length(phone_hash) BETWEEN 1 AND 128),
  first_at INTEGER NOT NULL,
  PRIMARY KEY (brand, phone_hash)
) STRICT, WITHOUT ROWID;
