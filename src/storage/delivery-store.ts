import type { Database } from "bun:sqlite";
import type { Message } from "../domain/message.ts";
import { DAY } from "../domain/time.ts";
import { MESSAGE_COLUMNS, orUnknown } from "./message-columns.ts";

/** Texts about one reservation are sent one after another, so that guests get them in order. */
export const DUE = `
  SELECT ${MESSAGE_COLUMNS} FROM message INDEXED BY message_due
  WHERE state = 'due' AND due_at <= :by AND expires_at > :now
    AND NOT EXISTS (SELECT 1 FROM message AS other INDEXED BY message_by_reservation
      WHERE other.reservation_id = message.reservation_id AND other.state = 'sending')
    AND (kind IN ('attendance_ask', 'follow_up', 'reminder')) = :canWait
    AND (:directOnly = 0 OR kind <> 'offer')
  ORDER BY due_at LIMIT :limit`;

export const NEXT_DUE = `
  SELECT min(due_at) AS at FROM message INDEXED BY message_due WHERE state = 'due'`;

export const STALE = `
  SELECT ${MESSAGE_COLUMNS} FROM message INDEXED BY message_sending
  WHERE state = 'sending' AND attempted_at <= :before ORDER BY attempted_at LIMIT :limit`;

export const OLDEST_ATTEMPT = `
  SELECT min(attempted_at) AS at FROM message INDEXED BY message_sending WHERE state = 'sending'`;

export const BY_PROVIDER_ID = `
  SELECT ${MESSAGE_COLUMNS} FROM message INDEXED BY message_by_provider_id
  WHERE provider_id = :providerId ORDER BY rowid DESC LIMIT 1`;

const EXPIRY_HEAD = 500;

/** Checks only the oldest due texts. Other expired texts can wait, because DUE does not select them. */
export const EXPIRED_HEAD = `
  SELECT id FROM (
    SELECT id, expires_at FROM message INDEXED BY message_due
    WHERE state = 'due' AND due_at <= :now ORDER BY due_at LIMIT ${EXPIRY_HEAD}
  ) WHERE expires_at <= :now`;

/** Leaves out texts that a wrong clock dated in the future. */
const WITHIN = `attempted_at <= :since + ${DAY}`;

export const SENT_TO = `
  SELECT count(*) AS count FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone AND attempted_at > :since AND ${WITHIN}
    AND state IN ('sending', 'accepted', 'delivered', 'unknown')`;

export const SENT_FOR = `
  SELECT count(*) AS count FROM message INDEXED BY message_sent_for
  WHERE brand = :brand AND attempted_at > :since AND ${WITHIN}
    AND state IN ('sending', 'accepted', 'delivered', 'unknown')`;

export const LATEST_TO = `
  SELECT attempted_at AS at FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone AND attempted_at > :since AND ${WITHIN}
    AND state IN ('sending', 'accepted', 'delivered', 'unknown')
  ORDER BY attempted_at DESC LIMIT 1 OFFSET :skip`;

export const LATEST_FOR = `
  SELECT attempted_at AS at FROM message INDEXED BY message_sent_for
  WHERE brand = :brand AND attempted_at > :since AND ${WITHIN}
    AND state IN ('sending', 'accepted', 'delivered', 'unknown')
  ORDER BY attempted_at DESC LIMIT 1 OFFSET :skip`;

export interface Settlement {
  readonly to: "accepted" | "delivered" | "failed" | "unknown";
  readonly providerId: string | null;
  readonly fault: string | null;
}

/** `settle` and `retry` change nothing if the text was attempted again meanwhile. */
export function deliveryStore(database: Database) {
  const sql = {
    due: database.prepare<
      Message,
      { by: number; now: number; limit: number; directOnly: 0 | 1; canWait: 0 | 1 }
    >(DUE),
    nextDue: database.prepare<{ at: number | null }, []>(NEXT_DUE),
    stale: database.prepare<Message, { before: number; limit: number }>(STALE),
    oldestAttempt: database.prepare<{ at: number | null }, []>(OLDEST_ATTEMPT),
    byProviderId: database.prepare<Message, { providerId: string }>(BY_PROVIDER_ID),
    sentTo: database.prepare<{ count: number }, { phone: string; since: number }>(SENT_TO),
    sentFor: database.prepare<{ count: number }, { brand: string; since: number }>(SENT_FOR),
    latestTo: database.prepare<{ at: number }, { phone: string; since: number; skip: number }>(
      LATEST_TO,
    ),
    latestFor: database.prepare<{ at: number }, { brand: string; since: number; skip: number }>(
      LATEST_FOR,
    ),
    claim: database.prepare(
      `UPDATE message SET state = 'sending', attempted_at = :now, attempt = attempt + 1,
         segments = coalesce(:segments, segments)
       WHERE id = :id AND state = 'due'`,
    ),
    postpone: database.prepare(
      "UPDATE message SET due_at = :dueAt, tried_since = NULL WHERE id = :id AND state = 'due'",
    ),
    withdraw: database.prepare(
      `UPDATE message SET state = ${orUnknown("void")} WHERE id = :id AND state = 'due'`,
    ),
    hold: database.prepare(
      `UPDATE message SET state = 'held' WHERE id = :id AND state = 'due' AND released_at IS NULL`,
    ),
    release: database.prepare(
      `UPDATE message SET state = 'due', due_at = :now, released_at = :now
       WHERE id = :id AND state = 'held' AND expires_at > :now`,
    ),
    sendAgain: database.prepare(
      `UPDATE message SET id = :anew, state = 'due', due_at = :now, fault = NULL, released_at = :now,
         attempt = 0, provider_id = NULL, tried_since = NULL
       WHERE id = :id AND state = 'failed' AND doubtful = 0 AND expires_at > :now`,
    ),
    settle: database.prepare(
      `UPDATE message SET
         state = CASE WHEN :to = 'failed' AND doubtful = 1 THEN 'unknown' ELSE :to END,
         provider_id = coalesce(:providerId, provider_id), fault = :fault
       WHERE id = :id AND attempt = :attempt
         AND (state = 'sending' OR (state = 'unknown' AND :to IN ('accepted', 'delivered')))`,
    ),
    triedSince: database.prepare<{ at: number | null }, { id: string }>(
      "SELECT tried_since AS at FROM message WHERE id = :id",
    ),
    attemptedAt: database.prepare<{ at: number | null }, { id: string }>(
      "SELECT attempted_at AS at FROM message WHERE id = :id",
    ),
    retry: database.prepare(
      `UPDATE message SET state = 'due', due_at = :dueAt, fault = :fault,
         doubtful = max(doubtful, :doubtful), tried_since = coalesce(tried_since, attempted_at)
       WHERE id = :id AND attempt = :attempt AND state = 'sending'`,
    ),
    report: database.prepare(
      `UPDATE message SET state = :to, provider_id = coalesce(:providerId, provider_id),
         fault = coalesce(:fault, fault)
       WHERE id = :id AND attempt > 0 AND (
         state IN ('due', 'sending', 'unknown') OR (state = 'accepted' AND :to <> 'accepted')
       )`,
    ),
    expireDue: database.prepare(
      `UPDATE message SET state = ${orUnknown("expired")}
       WHERE state = 'due' AND id IN (${EXPIRED_HEAD})`,
    ),
    expireHeld: database.prepare(
      "UPDATE message SET state = 'expired' WHERE state = 'held' AND expires_at <= :now",
    ),
  };
  return {
    /** Questions, follow-ups and reminders come last. `directOnly` leaves out these three and offers. */
    due(now: number, limit: number, { by = now, directOnly = false } = {}): Message[] {
      const asked = { now, by, directOnly: directOnly ? 1 : 0 } as const;
      const first = sql.due.all({ ...asked, limit, canWait: 0 });
      const left = limit - first.length;
      if (left === 0 || directOnly) return first;
      return [...first, ...sql.due.all({ ...asked, limit: left, canWait: 1 })];
    },

    nextDueAt: (): number | null => sql.nextDue.get()?.at ?? null,
    /** False if the text is no longer due. */
    claim: (id: string, by: { readonly now: number; readonly segments?: number }): boolean =>
      sql.claim.run({ id, segments: null, ...by }).changes === 1,
    postpone: (id: string, dueAt: number): boolean => sql.postpone.run({ id, dueAt }).changes === 1,
    withdraw: (id: string): boolean => sql.withdraw.run({ id }).changes === 1,
    /** False if the text is no longer due, or was released before. */
    hold: (id: string): boolean => sql.hold.run({ id }).changes === 1,
    release: (id: string, now: number): boolean => sql.release.run({ id, now }).changes === 1,
    /**
     * `anew`: a new id, because gateways do not send a text whose id they know. False if the text did not
     * fail, has expired or may have been sent.
     */
    sendAgain: (
      id: string,
      { anew, now }: { readonly anew: string; readonly now: number },
    ): boolean => sql.sendAgain.run({ id, anew, now }).changes === 1,
    settle: ({ id, attempt }: Message, outcome: Settlement): boolean =>
      sql.settle.run({ id, attempt, ...outcome }).changes === 1,
    /** The time of the first failed attempt since the text was queued or postponed. */
    triedSince: (id: string): number | null => sql.triedSince.get({ id })?.at ?? null,
    attemptedAt: (id: string): number | null => sql.attemptedAt.get({ id })?.at ?? null,

    /** `doubtful`: this attempt may have succeeded. */
    retry(
      { id, attempt }: Message,
      next: { readonly dueAt: number; readonly fault: string | null; readonly doubtful: boolean },
    ): boolean {
      const doubtful = next.doubtful ? 1 : 0;
      return sql.retry.run({ id, attempt, ...next, doubtful }).changes === 1;
    },

    /** After a final report, later reports change nothing. */
    report: (id: string, word: Settlement): boolean =>
      sql.report.run({ id, ...word }).changes === 1,
    byProviderId: (providerId: string): Message | null => sql.byProviderId.get({ providerId }),
    stale: (before: number, limit: number): Message[] => sql.stale.all({ before, limit }),
    oldestAttemptAt: (): number | null => sql.oldestAttempt.get()?.at ?? null,
    /** Counts texts that may have gone out in the 24 hours after `since`. */
    sentTo: (phone: string, since: number): number => sql.sentTo.get({ phone, since })?.count ?? 0,
    /** Like `sentTo`. Expensive: reads all texts of the brand in the 24 hours after `since`. */
    sentFor: (brand: string, since: number): number =>
      sql.sentFor.get({ brand, since })?.count ?? 0,
    /** The time of the latest text in the 24 hours after `since`, not counting the `skip` latest ones. */
    latestTo: (phone: string, since: number, skip: number): number | null =>
      sql.latestTo.get({ phone, since, skip })?.at ?? null,
    latestFor: (brand: string, since: number, skip: number): number | null =>
      sql.latestFor.get({ brand, since, skip })?.at ?? null,
    /** Marks due and held texts as expired if they have passed `expires_at`. Returns how many were marked. */
    expireDue: (now: number): number =>
      sql.expireDue.run({ now }).changes + sql.expireHeld.run({ now }).changes,
  };
}
