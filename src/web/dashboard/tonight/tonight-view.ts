import { isLocalDate } from "../../../domain/time.ts";
import type { DaySheet, SheetRow, SheetService } from "../../../operations/desk/day-sheet.ts";
import { at, type DeskVisit } from "../desk-visit.ts";

export interface Asked {
  /** YYYY-MM-DD, or null for today. */
  readonly date: string | null;
  /** A service's name, or "all", or null if `chooseService` has to choose. */
  readonly service: string | null;
  readonly query: string | null;
  readonly show: Show | null;
  /** Id of the reservation whose row is unfolded. */
  readonly open: string | null;
}

export const SHOWS = ["to-come", "here", "gone"] as const;
export type Show = (typeof SHOWS)[number];

const MOST = 100;

export function askedBy({ searchParams }: URL): Asked {
  const text = (name: string): string | null => {
    const value = (searchParams.get(name) ?? "").trim().slice(0, MOST);
    return value === "" ? null : value;
  };
  const date = text("date");
  return {
    date: date !== null && isLocalDate(date) ? date : null,
    service: text("service"),
    query: text("q"),
    show: SHOWS.find((show) => show === text("show")) ?? null,
    open: text("open"),
  };
}

export function tonightPath(
  visit: Pick<DeskVisit, "brand">,
  asked: Asked,
  change: Partial<Asked> = {},
): string {
  const { date, service, query, show, open } = { ...asked, ...change };
  const fields = Object.entries({ date, service, q: query, show, open });
  const given = fields.flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  );
  const search = new URLSearchParams(given).toString();
  return at(visit, search === "" ? "" : `?${search}`);
}

export interface Chosen {
  readonly services: readonly SheetService[];
  /** Null for all services of the day. */
  readonly name: string | null;
}

/**
 * A search covers all services. If the URL names no service, today's sheet shows the current service
 * and other dates show all services.
 */
export function chooseService(sheet: DaySheet, asked: Asked, now: number): Chosen {
  const { services } = sheet;
  const all = { services, name: null };
  if (services.length < 2 || asked.service === "all" || asked.query !== null) return all;
  const named = services.find(({ name }) => name === asked.service);
  const one = named ?? (sheet.date === sheet.today ? currentOf(sheet, now) : undefined);
  return one === undefined ? all : { services: [one], name: one.name };
}

function currentOf({ services, rows }: DaySheet, now: number): SheetService | undefined {
  const inOrder = services.toSorted((one, other) => one.opens - other.opens);
  const isBooked = ({ name }: SheetService): boolean =>
    rows.some((row) => row.service === name && countsAsCovers(row));
  // Without reservations, a service is current only until its last seating.
  const running = inOrder.find(
    (one) => one.opens <= now && (isBooked(one) ? now < one.closes : now <= one.lastSeating),
  );
  const coming = inOrder.filter(({ opens }) => now < opens);
  return (
    running ?? coming.find(isBooked) ?? coming[0] ?? inOrder.findLast(isBooked) ?? inOrder.at(-1)
  );
}

/** Parties outside all services are shown with each service, so that hosts do not miss them. */
export const rowsIn = (rows: readonly SheetRow[], { services, name }: Chosen): SheetRow[] =>
  rows.filter(
    (row) =>
      name === null || row.service === null || services.some((one) => one.name === row.service),
  );

const PART: Readonly<Record<SheetRow["status"], Show>> = {
  booked: "to-come",
  pending: "to-come",
  arrived: "here",
  seated: "here",
  completed: "gone",
  no_show: "gone",
  cancelled: "gone",
};

export const partOf = ({ status }: Pick<SheetRow, "status">): Show => PART[status];

export const countsAsCovers = ({ status }: Pick<SheetRow, "status">): boolean =>
  status !== "cancelled" && status !== "no_show";
