import fc from "fast-check";
import { MESSAGE_KINDS, MESSAGE_STATES } from "../../src/domain/message.ts";
import type { Portable } from "../../src/domain/portable.ts";
import { ATTENDANCE_STATES, STATUSES, STORED_FLAGS } from "../../src/domain/reservation-states.ts";
import { visibleText } from "../../src/domain/visible-text.ts";
import { ENTRY_STATUSES, OFFER_STATES } from "../../src/domain/waitlist.ts";

const MINUTE = 60_000;
const EVENING = 1_795_219_200_000;

const instant = fc.integer({ min: -500, max: 500 }).map((hours) => EVENING + hours * 3_600_000);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const text = (maxLength: number) =>
  fc
    .string({ unit: "grapheme", maxLength })
    .map((one) => visibleText(visibleText(one).slice(0, maxLength)));
const name = fc.oneof(
  fc.constantFrom("Ana", '=HYPERLINK("x")', 'O\'Neil, "Bob"', "-1+1", "\u{1F600} Zoë", "@x", "'+a"),
  text(40).map((one) => (one.trim() === "" ? "Ada" : one)),
);
const phone = fc.integer({ min: 0, max: 9 }).map((n) => `+1212736501${n}`);
const date = fc.integer({ min: 10, max: 28 }).map((day) => `2026-11-${day}`);
const hex = fc.integer({ min: 0, max: 2 ** 31 });

/** Random values. `recordsOf` makes records of them, with ids and references. */
const parts = {
  reservation: fc.record({
    name,
    phone: maybe(phone),
    email: maybe(fc.constant("a@example.com")),
    partySize: fc.integer({ min: 1, max: 12 }),
    startAt: instant,
    turn: fc.integer({ min: 1, max: 240 }),
    serviceDate: date,
    service: maybe(fc.constantFrom("Dinner", "Lunch")),
    status: fc.constantFrom(...STATUSES),
    attendance: fc.constantFrom(...ATTENDANCE_STATES),
    notes: text(60),
    foodDrinkNotes: text(20),
    seatingNotes: text(20),
    notifyCustomer: fc.boolean(),
    source: fc.constantFrom("tool", "dashboard", "waitlist", "import"),
    flags: fc.uniqueArray(fc.constantFrom(...STORED_FLAGS)),
    at: instant,
    revision: fc.integer({ min: 1, max: 9 }),
  }),
  entry: fc.record({
    name,
    phone: fc.oneof(phone, fc.constant("")),
    partySize: fc.integer({ min: 1, max: 12 }),
    date,
    at: instant,
    refers: maybe(fc.nat()),
    booked: maybe(fc.nat()),
    priority: fc.integer({ min: 0, max: 9 }),
    notes: text(40),
    status: fc.constantFrom(...ENTRY_STATUSES),
    passedOver: fc.array(
      fc.record({ timestamp: instant, why: fc.constant({ kind: "OFFER_OPEN" }) }),
      {
        maxLength: 2,
      },
    ),
  }),
  freed: fc.record({
    from: instant,
    cause: fc.constantFrom("cancel_booking", "offer_expired"),
    refers: maybe(fc.nat()),
    done: fc.boolean(),
  }),
  offer: fc.record({
    entry: fc.nat(),
    startAt: instant,
    state: fc.constantFrom(...OFFER_STATES),
    cause: maybe(fc.nat()),
  }),
  message: fc.record({
    about: fc.nat(),
    of: fc.constantFrom("reservation", "entry", "nothing"),
    kind: fc.constantFrom(...MESSAGE_KINDS),
    to: fc.oneof(phone, fc.constant("")),
    body: text(100),
    state: fc.constantFrom(...MESSAGE_STATES),
    at: instant,
    attempt: fc.integer({ min: 0, max: 3 }),
  }),
  change: fc.record({
    about: fc.nat(),
    of: fc.constantFrom("reservation", "entry", "nothing"),
    at: instant,
    after: fc.dictionary(
      text(10).filter((key) => key !== "__proto__"),
      fc.oneof(text(10), fc.integer(), fc.boolean(), fc.constant(null)),
      { maxKeys: 4 },
    ),
    reason: maybe(text(20)),
    kind: fc.constantFrom("user", "api_key", "oauth", "guest", "system"),
  }),
};

const many = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 6 });
const drawn = fc.record({
  salt: hex,
  reservations: many(parts.reservation),
  entries: many(parts.entry),
  freed: many(parts.freed),
  offers: many(parts.offer),
  messages: many(parts.message),
  changes: many(parts.change),
});

const digits = (number: number): string => number.toString(16).padStart(8, "0");

/** Every kind of record of a brand, in an order in which they can be written. */
export const recordsOf = (brand: string): fc.Arbitrary<Portable[]> =>
  drawn.map(({ salt, ...lists }) => {
    // Ids must be unique in the instance, and two brands may be drawn with the same salt.
    const home = Bun.hash.crc32(brand) % 2 ** 24;
    const id = (kind: number, n: number): string =>
      digits(salt) + digits(home * 16 + kind) + digits(n);
    const reservations = lists.reservations.map(
      ({ turn, at, ...one }, n): Portable<"reservation"> => ({
        type: "reservation",
        id: id(1, n),
        brand,
        ...one,
        source: one.source as "tool",
        endAt: one.startAt + turn * MINUTE,
        tables: n % 2 === 0 ? [] : [id(7, 1)],
        tablePinned: n % 3 === 0,
        area: n % 2 === 0 ? null : id(7, 0),
        arrivedAt: null,
        seatedAt: one.status === "seated" ? at : null,
        completedAt: one.status === "completed" ? at : null,
        cancelledAt: one.status === "cancelled" ? at : null,
        createdAt: at,
        createdBy: "key-1",
        updatedAt: at,
        timeRevision: 1,
      }),
    );
    const pick = (list: readonly { id: string }[], n: number | null): string | null =>
      n === null || list.length === 0 ? null : (list[n % list.length]?.id ?? null);
    const entries = lists.entries.map(
      ({ at, refers, booked, ...one }, n): Portable<"waitlist_entry"> => ({
        type: "waitlist_entry",
        id: id(2, n),
        brand,
        ...one,
        area: n % 2 === 0 ? null : id(7, 0),
        kind: n % 3 === 0 ? "door" : "wish",
        quotedMinutes: n % 3 === 0 ? 25 : null,
        readyUntil: n % 3 === 0 ? at + 10 * MINUTE : null,
        wishedAt: at,
        earliestAt: at - 30 * MINUTE,
        latestAt: at + 60 * MINUTE,
        replaces: pick(reservations, refers),
        bookingId: pick(reservations, booked),
        source: "tool",
        offersSent: 0,
        silentOffers: 0,
        createdAt: at,
        updatedAt: at,
      }),
    );
    const offerIds = entries.length === 0 ? [] : lists.offers.map((_, n) => ({ id: id(4, n) }));
    const freed = lists.freed.map(
      ({ from, cause, refers, done }, n): Portable<"freed_slot"> => ({
        type: "freed_slot",
        id: id(3, n),
        brand,
        from,
        to: from + 90 * MINUTE,
        cause,
        offerId: pick(offerIds, refers),
        createdAt: from - MINUTE,
        doneAt: done ? from : null,
      }),
    );
    let live = 0;
    const offers = offerIds.map((made, n): Portable<"waitlist_offer"> => {
      const { entry, startAt, state, cause } = lists.offers[n] as (typeof lists.offers)[number];
      // A guest cannot have two live offers.
      const isLive = state === "queued" || state === "sent";
      if (isLive) live += 1;
      const over = isLive && live > 1;
      return {
        type: "waitlist_offer",
        id: made.id,
        entryId: pick(entries, entry) as string,
        brand,
        phone: `+1212736502${brand.length % 10}`,
        partySize: 2,
        startAt,
        endAt: startAt + 90 * MINUTE,
        state: over ? "expired" : state,
        createdAt: startAt - MINUTE,
        sentAt: null,
        holdUntil: startAt,
        tables: "",
        answeredAt: n % 3 === 0 ? startAt : null,
        cause: pick(freed, cause),
      };
    });
    const subject = ({ about, of }: { about: number; of: string }) => ({
      reservationId: of === "reservation" ? pick(reservations, about) : null,
      entryId: of === "entry" ? pick(entries, about) : null,
    });
    const messages = lists.messages.map(({ about, of, at, ...one }, n): Portable<"message"> => {
      const ofWhat = subject({ about, of });
      const alone = ofWhat.reservationId === null && ofWhat.entryId === null;
      return {
        type: "message",
        id: id(5, n),
        brand,
        ...ofWhat,
        ...one,
        offerId: null,
        timeRevision: ofWhat.reservationId === null ? null : 1 + (n % 3),
        kind: alone ? "reply" : one.kind,
        segments: 1,
        dueAt: at,
        expiresAt: at + 60 * MINUTE,
        attemptedAt: one.attempt > 0 ? at : null,
        fault: null,
        uniqueKey: `${brand}:${salt}:${n}`,
        createdAt: at,
        createdBy: "key-1",
        answeredAt: n % 4 === 0 ? at : null,
      };
    });
    const changes = lists.changes.map(
      ({ about, of, at, after, reason, kind }, n): Portable<"change"> => ({
        type: "change",
        id: id(6, n),
        at,
        brand,
        ...subject({ about, of }),
        principal: "key-1",
        actor: { kind: kind, id: "x", name: "X" },
        operation: "update_booking",
        before: {},
        after,
        idempotencyKey: null,
        reason,
      }),
    );
    return [
      ...floorOf(brand, id),
      ...reservations,
      ...entries,
      ...freed,
      ...offers,
      ...messages,
      ...changes,
    ];
  });

/** A floor with at least one record of each kind. The reservations refer to some of them. */
function floorOf(brand: string, id: (kind: number, n: number) => string): Portable[] {
  const seats = {
    minCovers: 1,
    maxCovers: 2,
    priority: 5,
    bookable: "desk",
    extraMinutes: 15,
  } as const;
  const area = { type: "area", id: id(7, 0), brand, name: "Room", position: 0 } as const;
  const closed = [{ from: "2026-11-20T17:00", to: "2026-11-20T18:00" }];
  const place = { x: 1, y: null, width: 2, height: null, angle: 90 };
  const table = (n: number): Portable<"dining_table"> => {
    const named = { id: id(7, n), brand, area: id(7, 0), name: `${n}` };
    return { type: "dining_table", ...named, ...seats, shape: "bar", ...place, archivedAt: null };
  };
  const tables = [id(7, 1), id(7, 2)];
  const night = { serviceDate: "2026-11-20", name: "Window" };
  const section = { ...night, color: "teal", server: "Kim" } as const;
  const block = { from: 0, to: MINUTE, reason: "leak", createdAt: 0, createdBy: "key-1" };
  return [
    { ...area, bookable: "online", closed, archivedAt: null },
    table(1),
    table(2),
    { type: "combination", id: id(7, 3), brand, tables, ...seats, enabled: false },
    { type: "table_block", id: id(7, 4), brand, tables, ...block },
    { type: "floor_section", id: id(7, 5), brand, tables, ...section },
  ];
}
