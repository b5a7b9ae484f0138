-- A guest is looked for on all days: a part of a name is found without reading each reservation.
DROP INDEX reservation_by_start;
CREATE INDEX reservation_by_start ON reservation (
  brand, start_at, id, service_date, status, name_search
);
