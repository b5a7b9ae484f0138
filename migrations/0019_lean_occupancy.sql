-- What an admission reads of the stays around it: nobody asks for their phones.
DROP INDEX reservation_occupying;
CREATE INDEX reservation_occupying ON reservation (
  brand, start_at, end_at, party_size, status, seated_at, completed_at, id
) WHERE status IN ('booked', 'pending', 'arrived', 'seated', 'completed');

DROP INDEX reservation_seated;
CREATE INDEX reservation_seated ON reservation (
  brand, start_at, end_at, party_size, status, seated_at, completed_at, id
) WHERE status = 'seated';
