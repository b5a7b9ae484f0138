/** A row of the outbox as the rest of the program knows it. */
export const MESSAGE_COLUMNS = `id, brand, reservation_id AS reservationId, entry_id AS entryId,
  offer_id AS offerId, time_revision AS timeRevision, kind,
  recipient AS "to", body, segments, due_at AS dueAt, expires_at AS expiresAt, state, attempt,
  provider_id AS providerId, unique_key AS uniqueKey, created_at AS createdAt,
  created_by AS createdBy`;

/** Withdrawn or out of time; a text that may have gone out already is what it is: unknown. */
export const orUnknown = (state: "void" | "expired"): string =>
  `CASE doubtful WHEN 1 THEN 'unknown' ELSE '${state}' END`;
