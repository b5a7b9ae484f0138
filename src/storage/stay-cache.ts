import type { Database } from "bun:sqlite";
import type { Reservation } from "../domain/reservation.ts";
import { HOUR } from "../domain/time.ts";
import { EARLY_HOURS } from "../domain/transitions.ts";
import { versionOf } from "./data-cache.ts";
import { perConnection } from "./per-connection.ts";
import { tablesIn } from "./reservation-columns.ts";

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

export type StoredStay = StayRow & Pick<Reservation, "brand">;

type StayRow = Omit<TableStay, "tables" | "tablePinned"> & {
  readonly tables: string;
  readonly tablePinned: 0 | 1;
};

/** A CHECK in the database enforces this limit. */
export const LONGEST_STAY = 24 * HOUR;
/** How long before the booked start a party may be seated (rule S2). */
const EARLIEST_SEATING = EARLY_HOURS * HOUR;

const STAY = `id, status, start_at AS startAt, end_at AS endAt, party_size AS partySize,
  seated_at AS seatedAt, completed_at AS completedAt, tables, table_pinned AS tablePinned, area`;

/** The index contains all these columns, so that SQLite does not read the table. */
export const STARTING = `
  SELECT ${STAY} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :to AND end_at - start_at > :longerThan
    AND status IN ('booked', 'pending', 'arrived', 'completed')`;

export const SEATED = `
  SELECT ${STAY} FROM reservation INDEXED BY reservation_seated
  WHERE brand = :brand AND status = 'seated'`;

export const STORED_STAY = `SELECT brand, ${STAY} FROM reservation WHERE id = :id`;

/** Stays are cached by start, in spans of this length. */
const SPAN = 6 * HOUR;
/** Maximum number of stays and spans together. A stay takes about 250 bytes. */
const MOST_CACHED = 300_000;

/**
 * `all`: every stay that starts in a span. `long`: only the stays that last longer than a span. For spans
 * well before the searched time, only `long` is read, because shorter stays ended before that time.
 */
type Kind = "all" | "long";
const LONGER_THAN: Readonly<Record<Kind, number>> = { all: 0, long: SPAN };

/** For example `all 74880`: spans are numbered from 1970. */
type Key = `${Kind} ${number}` | "seated";
type Stays = Map<Key, readonly TableStay[]>;

type KeyFields = Pick<Reservation, "brand" | "status" | "startAt" | "endAt">;

type Starting = { brand: string; from: number; to: number; longerThan: number };

/**
 * Keeps stays in memory, because every booking reads all stays of an evening. The stays in memory are
 * valid until another connection commits. After each write of a reservation on this connection, written() or
 * drop() must be called.
 */
export class StayCache {
  readonly #database: Database;
  readonly #version;
  readonly #starting;
  readonly #seated;
  #brands = new Map<string, Stays>();
  #size = 0;
  #validFor = -1;

  constructor(database: Database) {
    this.#database = database;
    this.#version = versionOf(database);
    this.#starting = database.prepare<StayRow, Starting>(STARTING);
    this.#seated = database.prepare<StayRow, { brand: string }>(SEATED);
  }

  /**
   * The stays that may overlap [from, to), in no order. Includes all seated parties, because they may
   * overstay. The caller must compute when each stay really occupies seats.
   */
  touching(brand: string, from: number, to: number): TableStay[] {
    const oldest = Math.floor((from - LONGEST_STAY) / SPAN);
    const first = Math.floor((from - SPAN) / SPAN);
    const last = Math.floor((to + EARLIEST_SEATING - 1) / SPAN);
    const stays = this.#staysOf(brand);
    const found = [...this.#seatedIn(stays, brand)];
    const starting = [
      ...this.#startingIn(stays, brand, "long", oldest, first - 1),
      ...this.#startingIn(stays, brand, "all", first, last),
    ];
    for (const list of starting) {
      for (const stay of list) if (mayTouch(stay, from, to)) found.push(stay);
    }
    return found;
  }

  /** `before`: the reservation before the write; null if the reservation is new. */
  written(after: KeyFields & TableStay, before: KeyFields | null): void {
    if (this.#isForeign) {
      this.drop();
      return;
    }
    // Lists loaded later in this transaction contain the change, so they need undo steps. #set() adds
    // these only if the undo log is not empty, so add an empty step.
    if (this.#version.isWriting) this.#version.undo.add(() => {});
    const stays = this.#brands.get(after.brand);
    if (stays === undefined) return;
    for (const key of before === null ? [] : keysOf(before)) {
      this.#edit(stays, key, (all) => all.filter(({ id }) => id !== after.id));
    }
    const stay = stayOf(after);
    for (const key of keysOf(after)) this.#edit(stays, key, (all) => [...all, stay]);
  }

  /** Forgets all stays. Call it after a write that written() cannot describe. */
  drop(): void {
    // Make a new map, because pending undo steps put lists back into the old one.
    this.#brands = new Map();
    this.#size = 0;
  }

  /** True in a transaction that the writer did not begin. The cache would not notice its rollback. */
  get #isForeign(): boolean {
    return this.#database.inTransaction && !this.#version.isWriting;
  }

  #edit(stays: Stays, key: Key, edit: (all: readonly TableStay[]) => TableStay[]): void {
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

  #staysOf(brand: string): Stays {
    if (this.#isForeign) return new Map();
    const version = this.#version.now();
    if (version !== this.#validFor || this.#size > MOST_CACHED) this.drop();
    this.#validFor = version;
    const known = this.#brands.get(brand);
    if (known !== undefined) return known;
    const stays: Stays = new Map();
    this.#brands.set(brand, stays);
    return stays;
  }

  #seatedIn(stays: Stays, brand: string): readonly TableStay[] {
    const known = stays.get("seated");
    if (known !== undefined) return known;
    const seated = this.#seated.all({ brand }).map(toStay);
    this.#set(stays, "seated", seated);
    return seated;
  }

  #startingIn(stays: Stays, brand: string, kind: Kind, first: number, last: number) {
    const lists: (readonly TableStay[])[] = [];
    for (let span = first; span <= last; span += 1) {
      lists.push(stays.get(`${kind} ${span}`) ?? this.#load(stays, brand, kind, span, last));
    }
    return lists;
  }

  /**
   * Loads span `first` and the spans after it, up to `last` or the next span in memory. Returns the stays
   * of `first`.
   */
  #load(stays: Stays, brand: string, kind: Kind, first: number, last: number): TableStay[] {
    let end = first + 1;
    while (end <= last && !stays.has(`${kind} ${end}`)) end += 1;
    const lists = Array.from({ length: end - first }, (): TableStay[] => []);
    const span = { from: first * SPAN, to: end * SPAN };
    for (const row of this.#starting.all({ brand, ...span, longerThan: LONGER_THAN[kind] })) {
      lists[Math.floor(row.startAt / SPAN) - first]?.push(toStay(row));
    }
    for (const [at, list] of lists.entries()) {
      this.#set(stays, `${kind} ${first + at}`, list);
      this.#size += 1 + list.length;
    }
    return lists[0] ?? [];
  }
}

function keysOf({ status, startAt, endAt }: KeyFields): Key[] {
  if (status === "cancelled" || status === "no_show") return [];
  if (status === "seated") return ["seated"];
  const span = Math.floor(startAt / SPAN);
  return endAt - startAt > SPAN ? [`all ${span}`, `long ${span}`] : [`all ${span}`];
}

const mayTouch = (
  { status, startAt, endAt, seatedAt, completedAt }: TableStay,
  from: number,
  to: number,
): boolean =>
  endAt > from &&
  (startAt < to || (seatedAt !== null && seatedAt < to && startAt < to + EARLIEST_SEATING)) &&
  (status !== "completed" || (completedAt !== null && completedAt > from));

/** Changes the row instead of copying it, to save time: this runs for every party of an evening. */
function toStay(row: StayRow): TableStay {
  const stay = row as { -readonly [Field in keyof TableStay]: unknown };
  stay.tables = tablesIn(row.tables);
  stay.tablePinned = row.tablePinned === 1;
  return stay as TableStay;
}

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

/** All stores of a connection share one cache, so that it misses no write. */
export const staysOf = perConnection((database) => new StayCache(database));
