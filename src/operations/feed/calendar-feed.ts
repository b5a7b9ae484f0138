import { type CalendarEvent, calendarFeed } from "../../domain/calendar-file.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { addDays, dateOf, startOfDay } from "../../domain/time.ts";
import type { CalendarFeed, Stores } from "../../storage/stores.ts";
import { tableNames } from "../seating/names.ts";

export const FEED_TOKEN_BYTES = 24;
export const FEED_TOKEN = /^[A-Za-z0-9_-]{32}$/;

const DAYS_BACK = 7;
const DAYS_AHEAD = 90;
const MOST_EVENTS = 20_000;
const REFRESH_MINUTES = 15;

export interface FeedFile {
  readonly feed: Pick<CalendarFeed, "id" | "readAt">;
  readonly file: string;
  /** The last change of a reservation in the file, or the last midnight if that is later. */
  readonly updatedAt: number;
}

/** Leaves out phones, e-mails and notes. Null if no feed has this token. */
export function readFeed(
  token: string,
  { stores, now }: { readonly stores: Stores; readonly now: number },
): FeedFile | null {
  const feed = FEED_TOKEN.test(token) ? stores.calendarFeeds.find(token) : null;
  const brand = feed === null ? null : stores.brands.get(feed.brand);
  if (feed === null || brand === null) return null;
  const { timeZone } = brand.settings;
  const floor = stores.floors.get(brand.slug);
  const today = dateOf(now, timeZone);
  const day = (offset: number): number => startOfDay(addDays(today, offset), timeZone);
  const [from, to] = [day(-DAYS_BACK), day(DAYS_AHEAD + 1)];
  const rows = stores.calendarFeeds.starting(brand.slug, from, to, MOST_EVENTS);
  const name = { name: brand.name, zone: timeZone, refreshMinutes: REFRESH_MINUTES };
  return {
    feed,
    file: calendarFeed(
      name,
      rows.map((row) => toEvent(row, tableNames(row.tables, floor))),
    ),
    updatedAt: rows.reduce((latest, row) => Math.max(latest, row.updatedAt), day(0)),
  };
}

const toEvent = (reservation: Reservation, tables: readonly string[]): CalendarEvent => {
  const { id, name, partySize, status, service, revision, updatedAt, startAt, endAt } = reservation;
  return {
    uid: `${id}@maitred`,
    sequence: revision - 1,
    updatedAt,
    startAt,
    endAt,
    summary: `${name} (${partySize})`,
    description: [
      service,
      ...(tables.length === 0 ? [] : [`Table ${tables.join(" + ")}`]),
      status.replace("_", "-"),
    ]
      .filter((part) => part !== null)
      .join(", "),
    cancelled: status === "cancelled" || status === "no_show",
    tentative: status === "pending",
  };
};
