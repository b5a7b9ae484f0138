/** @jsxImportSource hono/jsx */
import { clockTime, HOUR } from "../../../domain/time.ts";
import type { FloorParty } from "../../../operations/desk/floor-view.ts";
import { seatWalkIn } from "../../../operations/desk/seat-walk-in.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { type FloorProps, floorPath, namesOf, type SeenTable } from "./floor-view.ts";

/** Larger parties rarely walk in, so there are no buttons for them. */
const LARGEST_WALK_IN = 12;

export type OneTable = FloorProps & { readonly one: SeenTable };

export function WalkInHere({ visit, asked, one: { table } }: OneTable) {
  const sizes = Array.from(
    { length: Math.min(table.maxCovers, LARGEST_WALK_IN) },
    (_, index) => index + 1,
  );
  return (
    <OperationForm
      visit={visit}
      operation={seatWalkIn.name}
      formId="walk-in-here"
      back={floorPath(visit, asked, { table: null })}
    >
      <input type="hidden" name="tables" value={table.name} />
      <p id="walk-in-here-label">Walk-in here: how many?</p>
      <fieldset class="line" aria-labelledby="walk-in-here-label">
        {sizes.map((size) => (
          <Button look="quiet" name="numberOfPeople" value={String(size)}>
            {String(size)}
          </Button>
        ))}
      </fieldset>
    </OperationForm>
  );
}

/** Parties seated at another table are listed last, because they already have a table. */
export function SeatHere({ visit, view, one: { table, party } }: OneTable) {
  const rank = ({ status, noTable }: FloorParty): number =>
    status !== "seated" ? 1 : noTable ? 0 : 2;
  const candidates = view.parties
    .filter(
      ({ id, kind, status, startsAt }) =>
        kind === "reservation" &&
        id !== party?.id &&
        (status === "booked" || status === "arrived" || status === "seated") &&
        startsAt - view.at < 3 * HOUR,
    )
    .toSorted((one, other) => rank(one) - rank(other));
  if (candidates.length === 0) return null;
  const fitting = candidates.find((one) => rank(one) < 2 && one.numberOfPeople <= table.maxCovers);
  const zone = visit.brand.settings.timeZone;
  const here = (one: FloorParty): string => {
    if (one.status !== "seated") return "";
    return one.noTable
      ? ", seated without a table"
      : `, seated: ${tablesNamed(namesOf(one, view))}`;
  };
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
        {candidates.map((one) => (
          <option value={one.id} dir="auto" selected={one === fitting}>
            {`${clockTime(one.startsAt, zone)}, ${one.numberOfPeople} ${one.name}${here(one)}`}
          </option>
        ))}
      </select>
      <Button look="quiet">{buttonOf("mark_seated")}</Button>
    </OperationForm>
  );
}
