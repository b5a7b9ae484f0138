/** @jsxImportSource hono/jsx */
import { clockTime, HOUR, timeOf } from "../../../domain/time.ts";
import type { FloorParty } from "../../../operations/desk/floor-view.ts";
import { partyOf } from "../../../words/en/host/floor.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { nextActions } from "../tonight/next-actions.ts";
import { type FloorProps, floorPath, type SeenTable, seenTables } from "./floor-view.ts";
import { linkOf } from "./parties.tsx";
import { seatsOf } from "./table-list.tsx";

/** The table that was tapped: who has it, who is next, and what can be done. */
export function TablePanel({ visit, view, asked }: FloorProps) {
  const zone = visit.brand.settings.timeZone;
  const one = seenTables(view, zone).find(({ table }) => table.id === asked.table);
  if (one === undefined) return null;
  const { table, party, next, standing } = one;
  const area = view.areas.find(({ id }) => id === table.area)?.name ?? "";
  return (
    <section class={`card table-panel t-${standing.tone}`} aria-labelledby="table-title" id="table">
      <div class="line">
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
      {party !== undefined && <PartyActions visit={visit} party={party} />}
      {next !== undefined && (
        <p>
          Next:{" "}
          <a href={at(visit, linkOf(next))}>
            <bdi>{next.name}</bdi>
          </a>
          , {partyOf(next.numberOfPeople)}, at {clockTime(next.startsAt, zone)}
        </p>
      )}
      {view.date === view.today && <SeatHere visit={visit} view={view} asked={asked} one={one} />}
      <Blocks visit={visit} view={view} asked={asked} one={one} />
    </section>
  );
}

/** The taps that a party has on Tonight, and one that lifts a table chosen by hand. */
function PartyActions({ visit, party }: PageProps<{ party: FloorParty }>) {
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
    </div>
  );
}

type OneTable = FloorProps & { readonly one: SeenTable };

/** Parties that are due or here and sit nowhere yet. */
function SeatHere({ visit, view, one: { table, party } }: OneTable) {
  const coming = view.parties.filter(
    ({ id, kind, status, startsAt }) =>
      kind === "reservation" &&
      id !== party?.id &&
      (status === "booked" || status === "arrived") &&
      startsAt - view.at < 3 * HOUR,
  );
  if (coming.length === 0) return null;
  const zone = visit.brand.settings.timeZone;
  return (
    <OperationForm
      visit={visit}
      operation="mark_seated"
      formId="seat-here"
      class="line"
      back={floorPath(visit, { date: null, table: table.id, party: null, plan: null }, {})}
    >
      <input type="hidden" name="tables" value={table.name} />
      <label for="seat-who">Seat here</label>
      <select id="seat-who" name="about">
        {coming.map(({ id, name, numberOfPeople, startsAt }) => (
          <option value={id}>{`${numberOfPeople} ${name}, ${clockTime(startsAt, zone)}`}</option>
        ))}
      </select>
      <Button look="quiet">{buttonOf("mark_seated")}</Button>
    </OperationForm>
  );
}

/** Tables out of use: those of this date, each to be lifted, and a new one. */
function Blocks({ visit, view, one: { table } }: OneTable) {
  const zone = visit.brand.settings.timeZone;
  const form = formState(visit, "block_tables");
  const wall = (instant: number): string => timeOf(instant, zone);
  const from = Math.max(view.at, view.opens);
  return (
    <details class="fold" open={form.typed !== null}>
      <summary>{table.blocks.length === 0 ? "Block this table" : "Blocks"}</summary>
      {table.blocks.map((block) => (
        <div class="line">
          <span>
            {clockTime(block.from, zone)} to {clockTime(block.to, zone)}:{" "}
            <bdi>{block.reason ?? "the area is closed"}</bdi>
          </span>
          {block.reason !== null && (
            <OperationForm visit={visit} operation="block_tables" formId={`lift-${block.from}`}>
              <input type="hidden" name="tables" value={table.name} />
              <input type="hidden" name="date" value={view.date} />
              <input type="hidden" name="from" value={wall(block.from)} />
              <input type="hidden" name="to" value={wall(block.to)} />
              <input type="hidden" name="reason" value={block.reason} />
              <input type="hidden" name="remove" value="true" />
              <Button look="quiet">Unblock</Button>
            </OperationForm>
          )}
        </div>
      ))}
      <OperationForm visit={visit} form={form} own={[]} formId="block" class="line block-form">
        <input type="hidden" name="tables" value={table.name} />
        <input type="hidden" name="date" value={view.date} />
        <label for="block-from">From</label>
        <input
          id="block-from"
          type="time"
          name="from"
          value={form.value("from", wall(from))}
          required
        />
        <label for="block-to">to</label>
        <input
          id="block-to"
          type="time"
          name="to"
          value={form.value("to", wall(view.closes))}
          required
        />
        <input
          name="reason"
          dir="auto"
          maxlength={200}
          required
          placeholder="Why, such as: heater broken"
          aria-label="Why"
          value={form.value("reason")}
        />
        <Button look="quiet">Block</Button>
      </OperationForm>
    </details>
  );
}
