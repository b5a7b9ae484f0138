import type { Database } from "bun:sqlite";

export function isOptedOut(
  database: Database,
  hashPhone: (phone: string) => string,
): (phone: string) => boolean {
  const find = database.prepare<{ found: 1 }, { phoneHash: string }>(
    "SELECT 1 AS found FROM opt_out WHERE phone_hash = :phoneHash",
  );
  return (phone) => find.get({ phoneHash: hashPhone(phone) }) !== null;
}
export const MARK_SMS_OFF = "UPDATE waitlist_entry SET sms_off = :off WHERE phone = :phone";

export function optOutStore(database: Database, hashPhone: (phone: string) => string) {
  const sql = {
    since: database.prepare<{ createdAt: number }, { phoneHash: string }>(
      "SELECT created_at AS createdAt FROM opt_out WHERE phone_hash = :phoneHash",
    ),
    add: database.prepare(
      `INSERT INTO opt_out (phone_hash, created_at) VALUES (:phoneHash, :at)
       ON CONFLICT (phone_hash) DO NOTHING`,
    ),
    remove: database.prepare("DELETE FROM opt_out WHERE phone_hash = :phoneHash"),
    mark: database.prepare(MARK_SMS_OFF),
  };
  return {
    has(phone: string): boolean {
      return this.since(phone) !== null;
    },

    since: (phone: string): number | null =>
      sql.since.get({ phoneHash: hashPhone(phone) })?.createdAt ?? null,

    add(phone: string, at: number): void {
      sql.add.run({ phoneHash: hashPhone(phone), at });
      sql.mark.run({ phone, off: 1 });
    },

    remove(phone: string): void {
      sql.remove.run({ phoneHash: hashPhone(phone) });
      sql.mark.run({ phone, off: 0 });
    },
  };
}
