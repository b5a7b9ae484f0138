import type { Database } from "bun:sqlite";
import type { Reservation } from "../domain/reservation.ts";
import { HOUR } from "../domain/time.ts";
import { versionOf } from "./data-cache.ts";
import { tablesIn } from "./reservation-columns.ts";

/** What a reservation takes of the restaurant's seats and tables. */
export type TableStay = Pick<
  Reservation,
  | "id"
  | "status"
  | "startAt"
  | "endAt"
  | "partySize"
  | "seatedAt"
  | "completedAt"
  | "tables"
  | "tablePinned"
  | "area"
>;

/** As the table has it. */
export type StoredStay = StayRow & Pick<Reservation, "brand">;

type StayRow = Omit<TableStay, "tables" | "tablePinned"> & {
  readonly tables: string;
  readonly tablePinned: 0 | 1;
};

/** A CHECK of the table enforces this. */
export const LONGEST_STAY = 24 * HOUR;
/** How early before its booked start a party may be seated (rule S2). */
const EARLIEST_SEATING = 3 * HOUR;

const STAY = `id, status, start_at AS startAt, end_at AS endAt, party_size AS partySize,
  seated_at AS seatedAt, completed_at AS completedAt, tables, table_pinned AS tablePinned, area`;

/** Only columns that the index contains. */
export const STARTING = `
  SELECT ${STAY} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :to
    AND status IN ('booked', 'pending', 'arrived', 'completed')`;

export const SEATED = `
  SELECT ${STAY} FROM reservation INDEXED BY reservation_seated
  WHERE brand = :brand AND status = 'seated'`;

export const STORED_STAY = `SELECT brand, ${STAY} FROM reservation WHERE id = :id`;

/** Stays that start within so many milliseconds are cached together. */
const SPAN = 6 * HOUR;
/** Of stays and spans together; each takes about 300 bytes. */
const MOST_CACHED = 100_000;

/** The number of a span since 1970, or all seated parties of the brand. */
type Key = number | "seated";
type Stays = Map<Key, readonly TableStay[]>;

type Place = Pick<Reservation, "brand" | "status" | "startAt">;

/**
 * The stays of a brand's evenings, kept in memory because every booking reads them all. Valid until
 * another connection commits. Every write of a reservation on this connection must be reported.
 */
export class StayCache {
  readonly #database: Database;
  readonly #version;
  readonly #stays;
  readonly #seated;
  #brands = new Map<string, Stays>();
  #size = 0;
  #validFor = -1;

  constructor(database: Database) {
    this.#database = database;
    this.#version = versionOf(database);
    this.#stays = database.prepare<StayRow, { brand: string; from: number; to: number }>(STARTING);
    this.#seated = database.prepare<StayRow, { brand: string }>(SEATED);
  }

  /**
   * Stays that may touch [from, to), and all seated parties, which may stay longer than planned.
   * Unordered; the caller computes the interval that each really occupies.
   */
  touching(brand: string, from: number, to: number): TableStay[] {
    const first = Math.floor((from - LONGEST_STAY) / SPAN);
    const last = Math.floor((to + EARLIEST_SEATING - 1) / SPAN);
    const stays = this.#loaded(brand, first, last);
    const found = [...(stays.get("seated") ?? [])];
    for (let span = first; span <= last; span += 1) {
      for (const stay of stays.get(span) ?? []) {
        if (mayTouch(stay, from, to)) found.push(stay);
      }
    }
    return found;
  }

  /** After an insert or update. `before`: where the stored reservation was; null: it is new. */
  written(after: Place & TableStay, before: Place | null): void {
    if (this.#isForeign) {
      this.drop();
      return;
    }
    // Marks that stays loaded from now on may include changes that are rolled back.
    if (this.#version.isWriting) this.#version.undo.add(() => {});
    const stays = this.#brands.get(after.brand);
    if (stays === undefined) return;
    const { id } = after;
    if (before !== null) this.#edit(stays, keyOf(before), (all) => without(all, id));
    this.#edit(stays, keyOf(after), (all) => [...all, stayOf(after)]);
  }

  /** After a write that this cache cannot follow. */
  drop(): void {
    this.#brands = new Map();
    this.#size = 0;
  }

  /** A transaction that the writer did not begin may be rolled back unheard. */
  get #isForeign(): boolean {
    return this.#database.inTransaction && !this.#version.isWriting;
  }

  #edit(stays: Stays, key: Key | null, edit: (all: readonly TableStay[]) => TableStay[]): void {
    if (key === null) return;
    const all = stays.get(key);
    if (all !== undefined) this.#set(stays, key, edit(all));
  }

  #set(stays: Stays, key: Key, all: readonly TableStay[]): void {
    const had = stays.get(key);
    const { undo, isWriting } = this.#version;
    if (isWriting && (had !== undefined || undo.length > 0)) {
      undo.add(() => {
        if (had === undefined) stays.delete(key);
        else stays.set(key, had);
      });
    }
    stays.set(key, all);
  }

  /** The brand's stays, with at least those of the spans from `first` to `last`. */
  #loaded(brand: string, first: number, last: number): Stays {
    if (this.#isForeign) return this.#load(brand, first, last, new Map());
    const version = this.#version.now();
    if (version !== this.#validFor || this.#size > MOST_CACHED) this.drop();
    this.#validFor = version;
    let stays = this.#brands.get(brand);
    if (stays === undefined) {
      stays = new Map();
      this.#brands.set(brand, stays);
    }
    let from = first;
    while (from <= last && stays.has(from)) from += 1;
    let to = last;
    while (to >= from && stays.has(to)) to -= 1;
    return this.#load(brand, from, to, stays);
  }

  #load(brand: string, first: number, last: number, stays: Stays): Stays {
    if (!stays.has("seated")) {
      this.#set(stays, "seated", this.#seated.all({ brand }).map(toStay));
    }
    if (first > last) return stays;
    const bySpan = new Map<number, TableStay[]>();
    for (let span = first; span <= last; span += 1) bySpan.set(span, []);
    const found = this.#stays.all({ brand, from: first * SPAN, to: (last + 1) * SPAN });
    for (const row of found) bySpan.get(Math.floor(row.startAt / SPAN))?.push(toStay(row));
    for (const [span, all] of bySpan) this.#set(stays, span, all);
    this.#size += bySpan.size + found.length;
    return stays;
  }
}

/** Null: takes no seats. */
function keyOf({ status, startAt }: Place): Key | null {
  if (status === "cancelled" || status === "no_show") return null;
  return status === "seated" ? "seated" : Math.floor(startAt / SPAN);
}

const mayTouch = (
  { status, startAt, endAt, seatedAt, completedAt }: TableStay,
  from: number,
  to: number,
): boolean =>
  endAt > from &&
  (startAt < to || (seatedAt !== null && seatedAt < to && startAt < to + EARLIEST_SEATING)) &&
  (status !== "completed" || (completedAt !== null && completedAt > from));

const without = (all: readonly TableStay[], id: string): TableStay[] =>
  all.filter((one) => one.id !== id);

const toStay = ({ tables, tablePinned, ...row }: StayRow): TableStay => ({
  ...row,
  tables: tablesIn(tables),
  tablePinned: tablePinned === 1,
});

function stayOf(reservation: TableStay): TableStay {
  const { id, status, startAt, endAt, partySize, seatedAt, completedAt } = reservation;
  const { tables, tablePinned, area } = reservation;
  return {
    id,
    status,
    startAt,
    endAt,
    partySize,
    seatedAt,
    completedAt,
    tables,
    tablePinned,
    area,
  };
}

const caches = new WeakMap<Database, StayCache>();

/** One for each connection: a write by one store must reach the readers of another. */
export function staysOf(database: Database): StayCache {
  const known = caches.get(database);
  if (known !== undefined) return known;
  const made = new StayCache(database);
  caches.set(database, made);
  return made;
}
