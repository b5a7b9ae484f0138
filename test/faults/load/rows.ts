// Reads the database file while the server writes it.
import { Database } from "bun:sqlite";
import { takenSeats } from "../../support/load-sweep.ts";
import { rowFaults } from "../../support/waiting-rules.ts";
import type { Diary, KnownStay } from "./diary.ts";
import type { Guests } from "./guests-gateway.ts";
import { BRAND } from "./served-house.ts";

/** The columns of a reservation that callers see, with their wire names. */
const STAY = `SELECT id, name, phone, party_size AS numberOfPeople, start_at AS timestamp,
  end_at AS endTimestamp, status, notes, revision, updated_at AS updatedAt FROM reservation`;

/** Use with `using`. */
export interface Rows extends Disposable {
  readonly database: Database;
  stay(id: string): KnownStay | null;
  /** Ids of the rows made for a guest of this name. */
  madeFor(table: "reservation" | "waitlist_entry", name: string): string[];
}

export function openRows(path: string): Rows {
  const database = new Database(path, { readonly: true, strict: true });
  database.run("PRAGMA busy_timeout = 5000");
  return {
    database,
    stay: (id) => database.query<KnownStay, [string]>(`${STAY} WHERE id = ?`).get(id),
    madeFor: (table, name) =>
      database
        .query<{ id: string }, [string]>(`SELECT id FROM ${table} WHERE name = ?`)
        .all(name)
        .map(({ id }) => id),
    [Symbol.dispose]: () => database.close(),
  };
}

/** All faults found in the file. */
export const rowsFaults = (rows: Rows, diary: Diary, limits: Limits): string[] => [
  ...fileFaults(rows),
  ...stayFaults(rows, diary),
  ...loadFaults(rows, limits),
  ...waitingFaults(rows, diary),
  ...familyFaults(rows),
];

function fileFaults({ database }: Rows): string[] {
  const check = database.query<Record<string, unknown>, []>("PRAGMA integrity_check").values();
  const found = check.flat().map(String);
  const broken = found.join() === "ok" ? [] : [`integrity_check: ${found.slice(0, 3).join("; ")}`];
  const orphans = database.query("PRAGMA foreign_key_check").values();
  return orphans.length === 0 ? broken : [...broken, `foreign_key_check: ${orphans.length} rows`];
}

/** Checks that every reservation that a caller knows is stored with the same values. */
function stayFaults(rows: Rows, diary: Diary): string[] {
  const all = rows.database.query<KnownStay, []>(STAY).all();
  const byId = new Map(all.map((stay) => [stay.id, stay]));
  return [...diary.stays.values()].flatMap((told) => differences(told, byId.get(told.id)));
}

const FIELDS = [
  "name",
  "phone",
  "numberOfPeople",
  "timestamp",
  "endTimestamp",
  "status",
  "notes",
  "revision",
  "updatedAt",
] as const;

export function differences(told: KnownStay, stored: KnownStay | undefined): string[] {
  if (stored === undefined) return [`reservation ${told.id} was acknowledged and is gone`];
  return FIELDS.filter((field) => told[field] !== stored[field]).map(
    (field) =>
      `reservation ${told.id}: ${field} was told as ${told[field]}, is ${stored[field]} on file`,
  );
}

const SLOT_MS = 15 * 60_000;

/** Checks seats at every instant and the pace of every slot; current holds count as taken. */
function loadFaults({ database }: Rows, { seats, paceCovers }: Limits): string[] {
  const taken = takenSeats(database, BRAND, Date.now());
  const faults: string[] = [];
  for (const { from } of taken) {
    const present = taken.filter((one) => one.from <= from && from < one.to);
    const covers = present.reduce((sum, one) => sum + one.covers, 0);
    if (covers > seats) faults.push(`${covers} of ${seats} seats are taken at ${from}`);
  }
  // The service opens on the hour, so slots begin at whole quarters of an hour.
  const starting = new Map<number, number>();
  for (const { from, covers } of taken) {
    const slot = Math.floor(from / SLOT_MS);
    starting.set(slot, (starting.get(slot) ?? 0) + covers);
  }
  for (const [slot, covers] of starting) {
    if (covers > paceCovers)
      faults.push(`${covers} covers start in slot ${slot}, the limit is ${paceCovers}`);
  }
  return [...new Set(faults)];
}

/** The limits that the restaurant was created with. */
interface Limits {
  readonly seats: number;
  readonly paceCovers: number;
}

/** Checks the rules of waitlist and texts, and that each accepted reply is stored once. */
function waitingFaults(rows: Rows, diary: Diary): string[] {
  const known = rows.database.query<{ n: number }, [string]>(
    "SELECT count(*) AS n FROM inbound_text WHERE body IN ('YES', 'NO') AND sender = ?",
  );
  const brought = Map.groupBy(diary.taken, ({ from }) => from);
  const miscounted = [...brought].flatMap(([from, answers]) => {
    const kept = known.get(from)?.n ?? 0;
    if (kept === answers.length) return [];
    return [`${answers.length} answers of ${from} were taken, ${kept} are on file`];
  });
  // A reservation may move while its confirmation is perhaps sent and perhaps not. Then a second
  // confirmation with the new time is correct.
  const waiting = rowFaults(rows).filter((fault) => !fault.startsWith("a confirmation queued"));
  return [...waiting, ...miscounted];
}

/** Checks that no guest got a text twice, and that every sent text is stored. */
export function textFaults({ database }: Rows, { taken }: Pick<Guests, "taken">): string[] {
  const ids = new Set<string>();
  const words = new Set<string>();
  const faults: string[] = [];
  const kinds = new Map(
    database
      .query<{ id: string; kind: string }, []>("SELECT id, kind FROM message")
      .all()
      .map(({ id, kind }) => [id, kind]),
  );
  for (const { id, to, body } of taken) {
    const kind = kinds.get(id);
    if (kind === undefined) faults.push(`text ${id} went out and is not on file`);
    if (ids.has(id)) faults.push(`text ${id} (${kind}) went out twice`);
    // Two texts with the same words to one guest are a fault even under different ids.
    else if (words.has(`${to} ${body}`)) faults.push(`two texts to ${to}: ${body}`);
    ids.add(id);
    words.add(`${to} ${body}`);
  }
  return faults;
}

/** Checks that each grant has exactly one live refresh token until the grant ends. */
function familyFaults({ database }: Rows): string[] {
  const twice = database
    .query<{ id: string }, []>(
      `SELECT grant_id AS id FROM oauth_refresh_token WHERE rotated_at IS NULL
       GROUP BY grant_id HAVING count(*) > 1`,
    )
    .all();
  const without = database
    .query<{ id: string }, []>(
      `SELECT id FROM oauth_grant WHERE ended_at IS NULL AND id NOT IN
       (SELECT grant_id FROM oauth_refresh_token WHERE rotated_at IS NULL)
       AND id IN (SELECT grant_id FROM oauth_refresh_token)`,
    )
    .all();
  return [
    ...twice.map(({ id }) => `grant ${id} has two live refresh tokens`),
    ...without.map(({ id }) => `grant ${id} has not ended but has no live refresh token`),
  ];
}
