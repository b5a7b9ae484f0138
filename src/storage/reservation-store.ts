import type { Database } from "bun:sqlite";
import { refusal } from "../domain/errors.ts";
import { toSearchText } from "../domain/guest-search.ts";
import type { Reservation } from "../domain/reservation.ts";
import {
  INSERT_RESERVATION,
  RESERVATION_COLUMNS,
  type ReservationRow,
  tablesColumn,
  toParameters,
  toReservation,
  UPDATE_RESERVATION,
} from "./reservation-columns.ts";
import { ReservationList } from "./reservation-list.ts";
import {
  LONGEST_STAY,
  STORED_STAY,
  type StayCache,
  type StoredStay,
  staysOf,
  type TableStay,
} from "./stay-cache.ts";

const another = (index: string, whose: string): string => `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY ${index}
  WHERE brand = :brand
    AND start_at > :from - ${LONGEST_STAY} AND start_at < :to AND end_at > :from AND ${whose}
    AND status IN ('booked', 'pending', 'arrived', 'seated')
    AND id IS NOT :exceptId
  ORDER BY start_at, id LIMIT 1`;

export const SAME_PHONE = another("reservation_by_phone", "phone = :phone");

/** Compares names last, because names cost most to read. */
export const SAME_NAME = another(
  "reservation_by_start",
  "(:partySize IS NULL OR party_size = :partySize) AND name_search = :name",
);

export const TWIN = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone = :phone AND start_at = :startAt AND created_by = :createdBy
    AND name = :name AND party_size = :partySize AND created_at >= :since
  ORDER BY created_at DESC, id DESC LIMIT 1`;

export const SEATED_ENDED = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_seated
  WHERE status = 'seated' AND max(seated_at + end_at - start_at, end_at) < :instant
  ORDER BY end_at, id LIMIT :limit`;

export const PENDING = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_pending
  WHERE status = 'pending' ORDER BY created_at, id LIMIT :limit`;

export const PENDING_OF_BRAND = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_pending
  WHERE status = 'pending' AND brand = :brand ORDER BY created_at, id LIMIT :limit`;

/** Every question is due before the start, so `next_question_at < :instant` misses no reservation. */
export const UNANSWERED = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation WHERE number IN (
    SELECT number FROM (
      SELECT number, start_at FROM reservation INDEXED BY reservation_unanswered
      WHERE status = 'booked' AND attendance = 'pending' AND next_question_at IS NULL
        AND start_at < :instant
      UNION ALL
      SELECT number, start_at FROM reservation INDEXED BY reservation_by_question
      WHERE next_question_at < :instant AND start_at < :instant AND attendance = 'pending'
    ) ORDER BY start_at, number LIMIT :limit
  ) ORDER BY start_at, number`;

const QUESTIONS_DUE = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_question
  WHERE next_question_at <= :until ORDER BY next_question_at LIMIT :limit`;

const PLANNED = `
  SELECT brand, status, attendance, start_at AS startAt, phone, notify_customer AS notifyCustomer,
    flags, next_question_at AS nextQuestionAt
  FROM reservation INDEXED BY reservation_by_question WHERE next_question_at IS NOT NULL`;

const TO_BE_ASKED = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_question
  WHERE next_question_at IS NOT NULL AND (:brand IS NULL OR brand = :brand)
    AND updated_at < :before
  ORDER BY updated_at DESC, id DESC LIMIT :limit`;

type SameName = {
  brand: string;
  name: string;
  partySize: number | null;
  from: number;
  to: number;
  exceptId: string | null;
};

/** The fields that show whether a text about the reservation is out of date. */
export type Standing = Pick<Reservation, "status" | "attendance" | "timeRevision">;

export class ReservationStore extends ReservationList {
  readonly #get;
  readonly #standing;
  readonly #insert;
  readonly #update;
  readonly #setFlags;
  readonly #setTables;
  readonly #stays: StayCache;
  readonly #stay;
  readonly #samePhone;
  readonly #sameName;
  readonly #twin;
  readonly #seatedEnded;
  readonly #pending;
  readonly #pendingOfBrand;
  readonly #unanswered;
  readonly #questionsDue;
  readonly #planned;
  readonly #toBeAsked;
  readonly #setNextQuestion;

  constructor(database: Database) {
    super(database);
    this.#get = database.prepare<ReservationRow, { id: string }>(
      `SELECT ${RESERVATION_COLUMNS} FROM reservation WHERE id = :id`,
    );
    this.#standing = database.prepare<Standing, { id: string }>(
      `SELECT status, attendance, time_revision AS timeRevision FROM reservation WHERE id = :id`,
    );
    this.#insert = database.prepare(INSERT_RESERVATION);
    this.#update = database.prepare(UPDATE_RESERVATION);
    this.#setFlags = database.prepare("UPDATE reservation SET flags = :flags WHERE id = :id");
    this.#setTables = database.prepare(
      `UPDATE reservation SET tables = :tables, table_pinned = :pinned, updated_at = :at
       WHERE id = :id`,
    );
    this.#stays = staysOf(database);
    this.#stay = database.prepare<StoredStay, { id: string }>(STORED_STAY);
    this.#samePhone = database.prepare<
      ReservationRow,
      { brand: string; phone: string; from: number; to: number; exceptId: string | null }
    >(SAME_PHONE);
    this.#sameName = database.prepare<ReservationRow, SameName>(SAME_NAME);
    this.#twin = database.prepare<ReservationRow, Twin>(TWIN);
    this.#seatedEnded = database.prepare<ReservationRow, { instant: number; limit: number }>(
      SEATED_ENDED,
    );
    this.#pending = database.prepare<ReservationRow, { limit: number }>(PENDING);
    this.#pendingOfBrand = database.prepare<ReservationRow, { brand: string; limit: number }>(
      PENDING_OF_BRAND,
    );
    this.#unanswered = database.prepare<ReservationRow, { instant: number; limit: number }>(
      UNANSWERED,
    );
    this.#questionsDue = database.prepare<ReservationRow, { until: number; limit: number }>(
      QUESTIONS_DUE,
    );
    this.#planned = database.prepare<PlannedRow, []>(PLANNED);
    this.#toBeAsked = database.prepare<
      ReservationRow,
      { brand: string | null; before: number; limit: number }
    >(TO_BE_ASKED);
    this.#setNextQuestion = database.prepare(
      "UPDATE reservation SET next_question_at = :at WHERE id = :id",
    );
  }

  get(id: string): Reservation | null {
    const row = this.#get.get({ id });
    return row === null ? null : toReservation(row);
  }

  standing(id: string): Standing | null {
    return this.#standing.get({ id });
  }

  insert(reservation: Reservation): void {
    this.#insert.run(toParameters(reservation));
    this.#stays.written(reservation, null);
  }

  /** Does not raise the revision, because the flags belong to the change that was just written. */
  setFlags({ id, flags }: Pick<Reservation, "id" | "flags">): void {
    this.#setFlags.run({ id, flags: JSON.stringify(flags) });
  }

  /** Does not raise the revision, so that open forms stay valid. */
  setTables(id: string, tables: readonly string[], pinned: boolean, at: number): void {
    const stored = this.#stay.get({ id });
    this.#setTables.run({ id, tables: tablesColumn(tables), pinned: pinned ? 1 : 0, at });
    if (stored !== null) this.#stays.written({ ...stored, tables, tablePinned: pinned }, stored);
  }

  /** `revision` must be the stored revision plus one. Throws REVISION_CONFLICT or NOT_FOUND. */
  update(reservation: Reservation): void {
    const { id } = reservation;
    const stored = this.#stay.get({ id });
    const { changes } = this.#update.run(toParameters(reservation));
    if (changes === 1) {
      this.#stays.written(reservation, stored);
      return;
    }
    const present = this.get(id);
    if (present === null) throw refusal("NOT_FOUND.reservation", { id, say: { brand: null } });
    throw refusal("REVISION_CONFLICT.stored", { id, revision: present.revision });
  }

  /** In no order. Includes all seated parties, because they may stay longer than planned. */
  occupying(brand: string, from: number, to: number): readonly TableStay[] {
    return this.#stays.touching(brand, from, to);
  }

  findTwin(twin: Omit<Twin, "phone"> & { phone: string | null }): Reservation | null {
    if (twin.phone === null) return null;
    const { brand, createdBy, name, phone, startAt, partySize, since } = twin;
    const row = this.#twin.get({ brand, createdBy, name, phone, startAt, partySize, since });
    return row === null ? null : toReservation(row);
  }

  /** The first reservation that overlaps [from, to) and whose party may still come or is still there. */
  overlappingByPhone(
    brand: string,
    phone: string,
    from: number,
    to: number,
    exceptId: string | null,
  ): Reservation | null {
    const row = this.#samePhone.get({ brand, phone, from, to, exceptId });
    return row === null ? null : toReservation(row);
  }

  /** Names are compared as in searches. If `partySize` is null, any size matches. */
  overlappingByName({ name, ...stay }: SameName): Reservation | null {
    const row = this.#sameName.get({ ...stay, name: toSearchText(name) });
    return row === null ? null : toReservation(row);
  }

  /** Seated parties whose stay ended before `instant`. If a party sat down late, its stay ends later too. */
  seatedEndedBefore(instant: number, limit: number): Reservation[] {
    return this.#seatedEnded.all({ instant, limit }).map(toReservation);
  }

  pendingOnes(limit: number): Reservation[] {
    return this.#pending.all({ limit }).map(toReservation);
  }

  pendingOfBrand(brand: string, limit: number): Reservation[] {
    return this.#pendingOfBrand.all({ brand, limit }).map(toReservation);
  }

  unansweredBefore(instant: number, limit: number): Reservation[] {
    return this.#unanswered.all({ instant, limit }).map(toReservation);
  }

  questionsDue(until: number, limit: number): Reservation[] {
    return this.#questionsDue.all({ until, limit }).map(toReservation);
  }

  *planned(): Generator<Planned> {
    for (const { notifyCustomer, flags, ...row } of this.#planned.iterate()) {
      yield { ...row, notifyCustomer: notifyCustomer === 1, flags: JSON.parse(flags) };
    }
  }

  toBeAsked(filter: { brand: string | null; before?: number; limit?: number }): Reservation[] {
    const { brand, before = Number.MAX_SAFE_INTEGER, limit = 10_000 } = filter;
    return this.#toBeAsked.all({ brand, before, limit }).map(toReservation);
  }

  setNextQuestion(id: string, at: number | null): void {
    this.#setNextQuestion.run({ id, at });
  }
}

type Planned = Pick<
  Reservation,
  "brand" | "status" | "attendance" | "startAt" | "phone" | "notifyCustomer" | "flags"
> & { readonly nextQuestionAt: number };
type PlannedRow = Omit<Planned, "notifyCustomer" | "flags"> &
  Pick<ReservationRow, "notifyCustomer" | "flags">;

/** A twin of a new reservation has the same values and was created at `since` or later. */
type Twin = {
  brand: string;
  createdBy: string;
  name: string;
  phone: string;
  startAt: number;
  partySize: number;
  since: number;
};
