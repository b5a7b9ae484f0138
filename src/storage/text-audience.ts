import type { Database } from "bun:sqlite";

/** True if every owner owns all brands. */
const SAME_OWNERS = `NOT EXISTS (
  SELECT 1 FROM team_member AS owning JOIN user ON user.id = owning.user_id
  WHERE owning.role = 'owner' AND user.owns_instance = 0
  GROUP BY owning.user_id HAVING count(*) < (SELECT count(*) FROM brand))`;

/** True if the brand has texted the sender, has their phone, or is the only brand. */
const knownTo = (brand: string): string => `(
  EXISTS (SELECT 1 FROM message INDEXED BY message_by_phone
    WHERE message.recipient = inbound_text.sender AND message.brand = ${brand})
  OR EXISTS (SELECT 1 FROM reservation
    WHERE reservation.brand = ${brand} AND reservation.phone = inbound_text.sender)
  OR EXISTS (SELECT 1 FROM waitlist_entry
    WHERE waitlist_entry.brand = ${brand} AND waitlist_entry.phone = inbound_text.sender)
  OR NOT EXISTS (SELECT 1 FROM brand AS brand_other WHERE brand_other.slug <> ${brand}))`;

/**
 * True if a brand's team may read a row of `inbound_text`. If brands have different owners, only the brands
 * in `inbound_text_brand` may read the text. A reservation with the sender's phone is then not enough, because
 * a host could book with a stranger's phone to read the stranger's texts.
 */
export const readableBy = (brand: string): string => `CASE WHEN ${SAME_OWNERS}
  THEN ${knownTo(brand)}
  ELSE EXISTS (SELECT 1 FROM inbound_text_brand AS own
    WHERE own.text_id = inbound_text.id AND own.brand = ${brand}) END`;

const MAY_HAVE_ARRIVED =
  "(state IN ('sending', 'accepted', 'delivered', 'unknown') OR doubtful = 1)";

export const TEXTED_BY = `
  SELECT 1 AS found FROM message INDEXED BY message_by_phone
  WHERE recipient = :phone AND brand = :brand AND ${MAY_HAVE_ARRIVED}
    AND coalesce(attempted_at, due_at) <= :by LIMIT 1`;

export type TextSubject = "reservation_id" | "entry_id" | "id";

export const phonesTexted = (subject: TextSubject): string => `
  SELECT brand, recipient AS phone, coalesce(attempted_at, due_at) AS sentAt FROM message
  WHERE ${subject} = :id AND recipient <> '' AND ${MAY_HAVE_ARRIVED}`;

type Texted = { brand: string; phone: string; sentAt: number };

export function textAudienceStore(database: Database, hashPhone: (phone: string) => string) {
  const about = {
    reservation_id: database.prepare<Texted, { id: string }>(phonesTexted("reservation_id")),
    entry_id: database.prepare<Texted, { id: string }>(phonesTexted("entry_id")),
    id: database.prepare<Texted, { id: string }>(phonesTexted("id")),
  };
  const sql = {
    sameOwners: database.prepare<{ same: 0 | 1 }, []>(`SELECT ${SAME_OWNERS} AS same`),
    textedBy: database.prepare<{ found: 1 }, { brand: string; phone: string; by: number }>(
      TEXTED_BY,
    ),
    kept: database.prepare<{ found: 1 }, { brand: string; phoneHash: string; by: number }>(
      `SELECT 1 AS found FROM texted_phone
       WHERE brand = :brand AND phone_hash = :phoneHash AND first_at <= :by`,
    ),
    keep: database.prepare(
      `INSERT INTO texted_phone (brand, phone_hash, first_at) VALUES (:brand, :phoneHash, :sentAt)
       ON CONFLICT (brand, phone_hash) DO UPDATE SET first_at = min(first_at, excluded.first_at)`,
    ),
    forget: database.prepare(
      "DELETE FROM texted_phone WHERE brand = :brand AND phone_hash = :phoneHash",
    ),
    add: database.prepare(
      "INSERT INTO inbound_text_brand (text_id, brand) VALUES (:textId, :brand)",
    ),
  };
  return {
    sameOwners: (): boolean => sql.sameOwners.get()?.same === 1,

    texted(brand: string, phone: string, by: number): boolean {
      if (sql.textedBy.get({ brand, phone, by }) !== null) return true;
      return sql.kept.get({ brand, phoneHash: hashPhone(phone), by }) !== null;
    },

    add(textId: string, brand: string): void {
      sql.add.run({ textId, brand });
    },

    /** Keeps a hash of each phone that a text may have reached. Must run before texts are cleared. */
    keep(subject: TextSubject, id: string): void {
      for (const { brand, phone, sentAt } of about[subject].all({ id })) {
        sql.keep.run({ brand, phoneHash: hashPhone(phone), sentAt });
      }
    },

    forget(brand: string, phone: string): void {
      sql.forget.run({ brand, phoneHash: hashPhone(phone) });
    },
  };
}
