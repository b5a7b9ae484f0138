import { z } from "zod";
import { type FloorSection, SECTION_COLORS } from "../../domain/floor-records.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { OperationContext } from "../define.ts";
import { tableNames } from "./names.ts";

const MOST_PARTIES = 2000;

export const sectionShape = z.strictObject({
  name: z.string(),
  color: z.enum(SECTION_COLORS),
  server: z.string(),
  tables: z.array(z.string()).describe("Names of the section's tables"),
  covers: z.int().describe("People who sit at the section's tables now"),
  coversServed: z.int().describe("People who sat or sit at the section's tables on that date"),
  lastSeatedAt: z.number().nullable().describe("When the server's last party sat down"),
  next: z
    .boolean()
    .describe(
      "True if the section's server gets the next party, because no other server has waited longer",
    ),
});
export type SectionShown = z.infer<typeof sectionShape>;

export function sectionsShown(serviceDate: string, context: OperationContext): SectionShown[] {
  const { brand, stores } = context;
  const sections = stores.floors.sections(brand.slug, serviceDate);
  if (sections.length === 0) return [];
  const records = stores.floors.get(brand.slug);
  const sat = satOn(serviceDate, context);
  const loads = sections.map((section) => loadOf(section, sections, sat));
  const turn = loads
    .filter(({ section }) => section.server !== "")
    .toSorted(
      (a, b) => (a.lastSeatedAt ?? 0) - (b.lastSeatedAt ?? 0) || a.ofServer - b.ofServer,
    )[0];
  return loads.map(({ section, covers, coversServed, lastSeatedAt }) => ({
    name: section.name,
    color: section.color,
    server: section.server,
    tables: tableNames(section.tables, records),
    covers,
    coversServed,
    lastSeatedAt,
    next: turn?.section === section,
  }));
}

const satOn = (date: string, { brand, stores }: OperationContext): Reservation[] =>
  stores.reservations
    .list({
      brand: brand.slug,
      fromDate: date,
      toDate: date,
      statuses: ["seated", "completed"],
      limit: MOST_PARTIES,
      after: null,
    })
    .filter(({ seatedAt }) => seatedAt !== null);

/** A party belongs to the section of its first table. A server may have several sections. */
function loadOf(section: FloorSection, all: readonly FloorSection[], sat: readonly Reservation[]) {
  const at = ({ tables }: FloorSection) =>
    sat.filter((party) => tables.includes(party.tables[0] ?? ""));
  const same = all.filter(({ server }) => server !== "" && server === section.server);
  const ofServer = same.length === 0 ? [] : same.flatMap(at);
  const own = at(section);
  const last = Math.max(0, ...ofServer.map(({ seatedAt }) => seatedAt ?? 0));
  return {
    section,
    covers: coversOf(own.filter(({ status }) => status === "seated")),
    coversServed: coversOf(own),
    lastSeatedAt: last === 0 ? null : last,
    ofServer: coversOf(ofServer.filter(({ status }) => status === "seated")),
  };
}

const coversOf = (parties: readonly Reservation[]): number =>
  parties.reduce((sum, { partySize }) => sum + partySize, 0);
