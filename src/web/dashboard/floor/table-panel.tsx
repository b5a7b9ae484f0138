/** @jsxImportSource hono/jsx */
import { clockTime } from "../../../domain/time.ts";
import type { FloorParty } from "../../../operations/desk/floor-view.ts";
import { partyOf } from "../../../words/en/host/floor.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { nextActions } from "../tonight/next-actions.ts";
import { type FloorProps, floorPath, partyPath, seenTables } from "./floor-view.ts";
import { linkOf } from "./parties.tsx";
import { SeatHere, WalkInHere } from "./seat-at-table.tsx";
import { Blocks } from "./table-blocks.tsx";
import { seatsOf } from "./table-list.tsx";

export function TablePanel({ visit, view, asked }: FloorProps) {
  const zone = visit.brand.settings.timeZone;
  const one = seenTables(view, zone).find(({ table }) => table.id === asked.table);
  if (one === undefined) return null;
  const { table, party, next, standing } = one;
  const moveOf = (moved: FloorParty): string => partyPath(visit, asked, moved);
  const area = view.areas.find(({ id }) => id === table.area)?.name ?? "";
  return (
    <section
      class={`card table-panel t-${standing.tone}`}
      aria-labelledby="table-title"
      id="table"
      tabindex={-1}
      data-about={table.id}
    >
      <div class="line panel-head">
        <h2 id="table-title">
          Table <bdi>{table.name}</bdi>
        </h2>
        <span class="soft">
          <bdi>{area}</bdi>, {seatsOf(table)}
        </span>
        <a
          class="b quiet square"
          href={floorPath(visit, asked, { table: null })}
          aria-label="Close"
        >
          <Icon name="close" />
        </a>
      </div>
      <p>
        {party !== undefined && (
          <>
            <a href={at(visit, linkOf(party))}>
              <bdi>{party.name}</bdi>
            </a>
            , {partyOf(party.numberOfPeople)}.{" "}
          </>
        )}
        <span class="mark">{standing.words}</span>
      </p>
      {party !== undefined && <PartyActions visit={visit} party={party} move={moveOf(party)} />}
      {next !== undefined && (
        <p>
          Next:{" "}
          <a href={at(visit, linkOf(next))}>
            <bdi>{next.name}</bdi>
          </a>
          , {partyOf(next.numberOfPeople)}, at {clockTime(next.startsAt, zone)}
        </p>
      )}
      {next !== undefined && party === undefined && (
        <PartyActions visit={visit} party={next} move={moveOf(next)} />
      )}
      {view.date === view.today && table.state === "free" && (
        <WalkInHere visit={visit} view={view} asked={asked} one={one} />
      )}
      {view.date === view.today && <SeatHere visit={visit} view={view} asked={asked} one={one} />}
      <Blocks visit={visit} view={view} asked={asked} one={one} />
    </section>
  );
}

export function PartyActions({
  visit,
  party,
  move,
}: PageProps<{ party: FloorParty; move?: string }>) {
  if (party.kind === "offer") return null;
  const { settings } = visit.brand;
  const { status, startsAt, service } = party;
  const actions = nextActions(
    { status, timestamp: startsAt, service: service ?? "" },
    [],
    visit.now,
    settings.noShowGraceMinutes,
  );
  return (
    <div class="line">
      {actions.map(({ operation, label }, index) => (
        <OperationForm visit={visit} operation={operation} id={party.id}>
          <Button look={index === 0 ? "next" : "quiet"}>{label}</Button>
        </OperationForm>
      ))}
      {move !== undefined && <ButtonLink href={move}>Move</ButtonLink>}
    </div>
  );
}
