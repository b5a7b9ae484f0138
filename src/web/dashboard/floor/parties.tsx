/** @jsxImportSource hono/jsx */
import { clockTime } from "../../../domain/time.ts";
import type { FloorParty } from "../../../operations/desk/floor-view.ts";
import { partyStanding, tablesNamed } from "../../../words/en/host/floor.ts";
import { at } from "../desk-visit.ts";
import { type FloorProps, floorPath, namesOf } from "./floor-view.ts";
import { MoveForm } from "./move-form.tsx";

export function Parties({ visit, view, asked }: FloorProps) {
  const zone = visit.brand.settings.timeZone;
  const shown = view.parties
    .filter(({ status }) => status !== "completed")
    .toSorted((one, other) => Number(other.noTable) - Number(one.noTable) || one.from - other.from);
  return (
    <section class="floor-parties" id="parties" aria-labelledby="parties-title">
      <h2 id="parties-title">Parties</h2>
      {shown.length === 0 && <p class="soft">No parties are expected or seated.</p>}
      <ul class="table-list" hidden={shown.length === 0}>
        {shown.map((party) => {
          const { tone, words } = partyStanding(party, { at: view.at, zone });
          return (
            <li class={party.noTable ? "t-none" : `t-${tone}`} data-party={party.id}>
              <a href={pickPath(visit, asked, party)}>
                <strong>{clockTime(party.startsAt, zone)}</strong>
              </a>
              <span>
                {party.numberOfPeople} <bdi>{party.name}</bdi>
                <br />
                <span class="mark">
                  {party.noTable ? "No table" : tablesNamed(namesOf(party, view))}
                </span>{" "}
                <span class="soft small">
                  {words}
                  {party.pinned && ", pinned"}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      <MoveForm visit={visit} view={view} asked={asked} />
    </section>
  );
}

/** For narrow screens, where the list of parties is below the plan. */
export function WithoutTable({ visit, view, asked }: FloorProps) {
  const zone = visit.brand.settings.timeZone;
  const without = view.parties.filter(({ noTable }) => noTable);
  if (without.length === 0) return null;
  return (
    <ul class="without-table" aria-label="Parties without a table">
      {without.map((party) => (
        <li>
          <a href={pickPath(visit, asked, party)}>
            {clockTime(party.startsAt, zone)}, {party.numberOfPeople} <bdi>{party.name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

const pickPath = (
  visit: FloorProps["visit"],
  asked: FloorProps["asked"],
  party: FloorParty,
): string =>
  party.kind === "offer"
    ? at(visit, linkOf(party))
    : `${floorPath(visit, asked, { party: party.id, table: null })}#party`;

export const linkOf = ({ id, kind }: FloorParty): string =>
  kind === "offer" ? `/waitlist#entry-${id}` : `/reservations/${id}`;
