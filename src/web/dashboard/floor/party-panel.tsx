/** @jsxImportSource hono/jsx */
import { clockTime } from "../../../domain/time.ts";
import { assignTable } from "../../../operations/assign-table.ts";
import type { FloorParty } from "../../../operations/desk/floor-view.ts";
import { type TableChoices, tableChoices } from "../../../operations/desk/table-choices.ts";
import { partyOf, partyStanding, tablesNamed } from "../../../words/en/host/floor.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { at, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { type FloorProps, floorPath, namesOf } from "./floor-view.ts";
import { linkOf } from "./parties.tsx";
import { PartyActions } from "./table-panel.tsx";

type Place = TableChoices["places"][number];

/** Free and taken places, without the party's present one. Null if no reservation is chosen. */
export async function choicesOf(
  visit: DeskVisit,
  { view, asked }: Pick<FloorProps, "view" | "asked">,
): Promise<TableChoices | null> {
  const party = view.parties.find(({ id, kind }) => id === asked.party && kind === "reservation");
  if (party === undefined) return null;
  const { places } = await read(visit, tableChoices, { id: party.id });
  return { places: places.filter(({ ids }) => ids.join() !== party.tables.join()) };
}

export function PartyPanel({
  visit,
  view,
  asked,
  choices,
}: FloorProps & { readonly choices: TableChoices | null }) {
  const party = view.parties.find(({ id }) => id === asked.party);
  if (party === undefined || choices === null) return null;
  const zone = visit.brand.settings.timeZone;
  const { words } = partyStanding(party, { at: view.at, zone });
  const possible = choices.places.filter(({ free, swaps }) => free || swaps);
  const taken = choices.places.filter((place) => !possible.includes(place));
  const done = floorPath(visit, asked, { party: null });
  return (
    <section
      class="card table-panel"
      aria-labelledby="party-title"
      id="party"
      tabindex={-1}
      data-about={party.id}
    >
      <div class="line panel-head">
        <h2 id="party-title">
          <a href={at(visit, linkOf(party))}>
            <bdi>{party.name}</bdi>
          </a>
        </h2>
        <span class="soft">
          {partyOf(party.numberOfPeople)}. {words}
        </span>
        <a class="b quiet square" href={done} aria-label="Close">
          <Icon name="close" />
        </a>
      </div>
      <p class={party.noTable ? "t-none" : undefined}>
        <span class="mark">{party.noTable ? "No table" : tablesNamed(namesOf(party, view))}</span>
        {party.pinned && " (pinned by hand)"}
      </p>
      <PartyActions visit={visit} party={party} />
      {party.pinned && (
        <OperationForm
          visit={visit}
          operation={assignTable.name}
          id={party.id}
          revision={party.revision}
          formId="any-table"
          back={done}
        >
          <Button look="quiet" name="tables" value="auto">
            Let maitred choose
          </Button>
        </OperationForm>
      )}
      <h3>Move to</h3>
      {possible.length === 0 && (
        <p class="soft">No {party.noTable ? "" : "other "}table is free for this stay.</p>
      )}
      <ul class="places-for">
        {possible.map((place) => (
          <li>
            <Move visit={visit} party={party} place={place} back={done} />
            <span class="soft small">{factsOf(place, party.numberOfPeople, zone)}</span>
          </li>
        ))}
      </ul>
      {taken.length > 0 && (
        <details class="fold" open={possible.length === 0}>
          <summary>{counted(taken.length, "taken place")}</summary>
          <ul class="places-for">
            {taken.map((place) => (
              <li>
                {tablesNamed(place.tables)}
                <span class="soft small">{factsOf(place, party.numberOfPeople, zone)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Move({
  visit,
  party: { id, revision },
  place: { ids, tables, free },
  back,
}: PageProps<{ party: FloorParty; place: Place; back: string }>) {
  return (
    <OperationForm
      visit={visit}
      operation={assignTable.name}
      id={id}
      revision={revision}
      formId={`move-${ids.join("-")}`}
      back={back}
    >
      {tables.map((name) => (
        <input type="hidden" name="tables" value={name} />
      ))}
      {!free && <input type="hidden" name="swap" value="true" />}
      <Button look={free ? "next" : "quiet"}>
        {!free && "Swap: "}
        {tablesNamed(tables)}
      </Button>
    </OperationForm>
  );
}

/** For example "2 empty seats, free until 9:00 PM". */
function factsOf(
  { maxCovers, free, freeUntil, takenBy }: Place,
  size: number,
  zone: string,
): string {
  const empty = maxCovers - size;
  const seats = empty === 0 ? "fits exactly" : counted(empty, "empty seat");
  if (!free) return `${seats}, taken: ${takenBy.join(", ")}`;
  return freeUntil === null
    ? `${seats}, free`
    : `${seats}, free until ${clockTime(freeUntil, zone)}`;
}
