/** @jsxImportSource hono/jsx */
import { clockTime } from "../../../domain/time.ts";
import { assignTable } from "../../../operations/assign-table.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { formState } from "../form-state.ts";
import { type FloorProps, namesOf } from "./floor-view.ts";
import { seatsOf } from "./table-list.tsx";

/** For people who cannot drag parties onto tables. */
export function MoveForm({ visit, view }: FloorProps) {
  const form = formState(visit, assignTable.name);
  const zone = visit.brand.settings.timeZone;
  const movable = view.parties.filter(
    ({ kind, status }) => kind === "reservation" && status !== "completed",
  );
  if (movable.length === 0) return null;
  const [chosen, table] = [form.value("about"), form.value("tables")];
  return (
    <details class="fold" open={form.typed !== null}>
      <summary>Move a party</summary>
      <OperationForm
        visit={visit}
        operation={assignTable.name}
        formId="move-by-name"
        class="move-form"
      >
        <label for="move-who">Party</label>
        <select id="move-who" name="about">
          {movable.map((party) => {
            const { id, revision, name, numberOfPeople, startsAt, noTable } = party;
            const now = noTable ? "no table" : tablesNamed(namesOf(party, view));
            return (
              <option value={`${id} ${revision}`} selected={id === chosen} dir="auto">
                {`${clockTime(startsAt, zone)}, ${now}: ${numberOfPeople} ${name}`}
              </option>
            );
          })}
        </select>
        <label for="move-where">Move to</label>
        <select id="move-where" name="tables">
          {view.tables.map((one) => (
            <option value={one.name} selected={one.name === table}>
              {`${tablesNamed([one.name])}, ${seatsOf(one)}`}
            </option>
          ))}
        </select>
        <label>
          <input type="checkbox" name="swap" value="true" /> Swap if another party has that table
        </label>
        <Button look="quiet">Move</Button>
      </OperationForm>
    </details>
  );
}
