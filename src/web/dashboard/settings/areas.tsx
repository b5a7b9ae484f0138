/** @jsxImportSource hono/jsx */
import { type FloorPlan, wallOf } from "../../../domain/floor-plan.ts";
import { editFloor } from "../../../operations/floor/edit-floor.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { wallTime } from "../../../words/en/host/plan-faults.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { Choice, Field } from "../components/field.tsx";
import type { PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { BOOKABLE_OPTIONS, Remove, stateOf } from "./plan-form.tsx";

export function Areas({ visit, plan }: PageProps<{ plan: FloorPlan }>) {
  return (
    <section class="card stack" aria-labelledby="areas-title">
      <h2 id="areas-title">Areas</h2>
      {[...plan.areas, null].map((area) => {
        const name = area?.name ?? "";
        const form = stateOf(visit, "area", name);
        const id = `area-${name}`;
        return (
          <div class="line plan-line">
            <OperationForm visit={visit} form={form} own={["area.name"]} formId={id} class="line">
              {area !== null && <input type="hidden" name="area.was" value={name} />}
              <Field
                form={form}
                name="area.name"
                id={`${id}-name`}
                label={area === null ? "New area" : "Name"}
                value={name}
              />
              <Choice
                form={form}
                name="area.bookable"
                id={`${id}-bookable`}
                label="Who is seated here"
                value={area?.bookable ?? "online"}
                options={BOOKABLE_OPTIONS}
              />
              <Button look="quiet">{area === null ? "Add" : buttonOf(editFloor.name)}</Button>
            </OperationForm>
            {area !== null && !plan.tables.some((one) => one.area === name) && (
              <Remove visit={visit} kind="area" name={name} />
            )}
            {area !== null && <ClosedTimes visit={visit} area={area} />}
          </div>
        );
      })}
    </section>
  );
}

type Area = FloorPlan["areas"][number];

function ClosedTimes({ visit, area: { name, closed } }: PageProps<{ area: Area }>) {
  const now = wallOf(visit.now, visit.brand.settings.timeZone);
  const mine = visit.refused?.typed.get("close.area") === name;
  const form = formState(mine ? visit : { ...visit, refused: null }, editFloor.name);
  const coming = closed.filter(({ to }) => to > now);
  return (
    <details class="fold" open={mine}>
      <summary>
        {coming.length === 0 ? "Close for a while" : `Closed ${coming.map(closedTime).join("; ")}`}
      </summary>
      <div class="stack">
        {coming.map(({ from, to }) => (
          <OperationForm
            visit={visit}
            operation={editFloor.name}
            formId={`reopen-${name}-${from}`}
            class="line"
          >
            <input type="hidden" name="reopen.area" value={name} />
            <input type="hidden" name="reopen.from" value={from} />
            <input type="hidden" name="reopen.to" value={to} />
            <span>{closedTime({ from, to })}</span>
            <Button look="quiet">Open again</Button>
          </OperationForm>
        ))}
        <OperationForm
          visit={visit}
          form={form}
          own={["close.from", "close.to"]}
          formId={`close-${name}`}
          class="line"
        >
          <input type="hidden" name="close.area" value={name} />
          {ENDS.map(([key, label]) => (
            <Field
              form={form}
              name={`close.${key}`}
              id={`close-${name}-${key}`}
              label={label}
              type="datetime-local"
              required
            />
          ))}
          <Button look="quiet">Close</Button>
        </OperationForm>
      </div>
    </details>
  );
}

const ENDS = [
  ["from", "Closed from"],
  ["to", "Open again from"],
] as const;

const closedTime = ({ from, to }: Area["closed"][number]): string =>
  `${wallTime(from)} to ${wallTime(to)}`;
