/** @jsxImportSource hono/jsx */
import { clockTime, HOUR } from "../../../domain/time.ts";
import { seatWalkIn } from "../../../operations/desk/seat-walk-in.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { type FloorProps, floorPath, type SeenTable } from "./floor-view.ts";

/** Larger parties are booked by hand. */
const MOST = 12;

/** The table of the open panel. */
export type OneTable = FloorProps & { readonly one: SeenTable };

/** Seats a party from the door at this table: one tap on its size. */
export function WalkInHere({ visit, asked, one: { table } }: OneTable) {
  const sizes = Array.from({ length: Math.min(table.maxCovers, MOST) }, (_, index) => index + 1);
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

/** Parties that are due or here and have no table yet. */
export function SeatHere({ visit, view, one: { table, party } }: OneTable) {
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
          <option value={id} dir="auto">
            {`${clockTime(startsAt, zone)}, ${numberOfPeople} ${name}`}
          </option>
        ))}
      </select>
      <Button look="quiet">{buttonOf("mark_seated")}</Button>
    </OperationForm>
  );
}
