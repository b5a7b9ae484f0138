import type { AuditRow } from "../../src/domain/audit.ts";
import { NO_BUDGETS } from "../../src/domain/caller.ts";
import { type Message, newMessage } from "../../src/domain/message.ts";
import { newReservation, type Reservation } from "../../src/domain/reservation.ts";
import type { WaitlistEntry, WaitlistOffer } from "../../src/domain/waitlist.ts";
import type { ApiKeyRow, Stores } from "../../src/storage/stores.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** 7:00 PM on Friday, November 20, 2026 in New York. */
export const EVENING = 1_795_219_200_000;
/** 7:00 PM on the evening before. */
export const NOW = EVENING - DAY;
export const BISTRO = "demo-bistro";
export const TRATTORIA = "demo-trattoria";

let serial = 0;
/** A new 24-digit id. Later ids sort after earlier ones. */
export const nextId = (): string => (++serial).toString(16).padStart(24, "0");

/** Adds the two brands that most tests use. */
export function addBrands(stores: Stores): void {
  const brands = [
    [BISTRO, "America/New_York", "US"],
    [TRATTORIA, "Europe/Rome", "IT"],
  ] as const;
  for (const [slug, timeZone, defaultCountry] of brands) {
    stores.brands.insert({ slug, name: slug, overrides: { timeZone, defaultCountry }, now: NOW });
  }
}

export const reservation = (change: Partial<Reservation> = {}): Reservation => {
  const startAt = change.startAt ?? EVENING;
  const made = newReservation(
    {
      id: nextId(),
      name: "Ada Lovelace",
      phone: "+12125550123",
      partySize: 4,
      startAt,
      endAt: startAt + 105 * MINUTE,
      status: "booked",
      attendance: "not_required",
      source: "tool",
      flags: [],
    },
    {
      brand: { slug: BISTRO, settings: { timeZone: "America/New_York" } },
      service: { name: "Dinner", serviceDate: "2026-11-20" },
      now: NOW,
      by: "key-1",
    },
  );
  return { ...made, ...change };
};

export const auditRow = (change: Partial<AuditRow> = {}): AuditRow => ({
  id: nextId(),
  at: NOW,
  brand: BISTRO,
  reservationId: null,
  entryId: null,
  principal: "key-1",
  actor: { kind: "api_key", id: "key-1", name: "Front desk" },
  operation: "update_booking",
  before: { partySize: 4 },
  after: { partySize: 5 },
  idempotencyKey: null,
  reason: null,
  ...change,
});

export const message = (change: Partial<Message> = {}): Message => {
  const id = nextId();
  return newMessage({
    id,
    brand: BISTRO,
    timeRevision: change.reservationId ? 1 : null,
    kind: "confirmation",
    to: "+12125550123",
    body: "Your table is booked. {link}",
    segments: 1,
    expiresAt: NOW + HOUR,
    uniqueKey: `${change.reservationId ?? id}:${change.kind ?? "confirmation"}:1`,
    createdAt: NOW,
    createdBy: "key-1",
    ...change,
  });
};

export const entry = (change: Partial<WaitlistEntry> = {}): WaitlistEntry => ({
  id: nextId(),
  brand: BISTRO,
  name: "Grace Hopper",
  phone: "+12125550199",
  partySize: 2,
  date: "2026-11-20",
  wishedAt: EVENING,
  earliestAt: EVENING - 30 * MINUTE,
  latestAt: EVENING + HOUR,
  replaces: null,
  priority: 0,
  area: null,
  kind: "wish",
  quotedMinutes: null,
  readyUntil: null,
  notes: "",
  source: "tool",
  status: "waiting",
  offersSent: 0,
  silentOffers: 0,
  bookingId: null,
  passedOver: [],
  createdAt: NOW,
  updatedAt: NOW,
  ...change,
});

export const offer = (change: Partial<WaitlistOffer> & { entryId: string }): WaitlistOffer => ({
  id: nextId(),
  brand: BISTRO,
  phone: "+12125550199",
  partySize: 2,
  startAt: EVENING,
  endAt: EVENING + 90 * MINUTE,
  state: "sent",
  createdAt: NOW,
  sentAt: NOW,
  holdUntil: NOW + HOUR,
  tables: "",
  answeredAt: null,
  cause: null,
  ...change,
});

export const apiKey = (change: Partial<ApiKeyRow> = {}): ApiKeyRow => {
  const id = nextId();
  return {
    id,
    principal: id,
    publicId: id.slice(-8),
    secretHash: "00".repeat(32),
    name: "Front desk",
    brands: [BISTRO],
    scopes: ["bookings.read", "bookings.write"],
    tools: null,
    budgets: NO_BUDGETS,
    forGuests: false,
    expiresAt: null,
    createdAt: NOW,
    lastUsedAt: null,
    revokedAt: null,
    ...change,
  };
};
