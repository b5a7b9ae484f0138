/** @jsxImportSource hono/jsx */
import { clockTime } from "../../../domain/time.ts";
import { partyOf } from "../../../words/en/host/floor.ts";
import { type FloorProps, type SeenTable, seenTables, tablePath } from "./floor-view.ts";

/** For people who cannot see the drawn plan. */
export function TableList({ visit, view, asked }: FloorProps) {
  const zone = visit.brand.settings.timeZone;
  const seen = seenTables(view, zone);
  return (
    <section class="tables" aria-labelledby="tables-title">
      <h2 id="tables-title">Tables</h2>
      {view.areas.map((area) => {
        const own = seen.filter(({ table }) => table.area === area.id);
        return own.length === 0 ? null : (
          <>
            <h3>
              <bdi>{area.name}</bdi>
            </h3>
            <ul class="table-list">
              {own.map((one) => (
                <Line one={one} href={tablePath(visit, asked, one.table)} zone={zone} />
              ))}
            </ul>
          </>
        );
      })}
    </section>
  );
}

const Line = ({
  one: { table, party, next, standing },
  href,
  zone,
}: Readonly<{ one: SeenTable; href: string; zone: string }>) => (
  <li class={`t-${standing.tone}`}>
    <a href={href}>
      <strong>
        <bdi>{table.name}</bdi>
      </strong>
      <span class="soft small">{seatsOf(table)}</span>
    </a>
    <span>
      {party !== undefined && (
        <>
          <bdi>{party.name}</bdi>, {partyOf(party.numberOfPeople)}.{" "}
        </>
      )}
      <span class="mark">{standing.words}</span>
      {next !== undefined && (
        <span class="soft small">
          {" "}
          Next: <bdi>{next.name}</bdi>, {partyOf(next.numberOfPeople)},{" "}
          {clockTime(next.startsAt, zone)}
        </span>
      )}
    </span>
  </li>
);

export const seatsOf = ({
  minCovers,
  maxCovers,
}: Readonly<{ minCovers: number; maxCovers: number }>): string =>
  minCovers === maxCovers ? `for ${maxCovers}` : `for ${minCovers} to ${maxCovers}`;
