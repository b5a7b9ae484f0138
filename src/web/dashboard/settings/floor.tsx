/** @jsxImportSource hono/jsx */
import { proposedCombinations } from "../../../domain/floor-layout.ts";
import type { FloorPlan } from "../../../domain/floor-plan.ts";
import { SHAPES } from "../../../domain/floor-records.ts";
import { editFloor } from "../../../operations/floor/edit-floor.ts";
import { floorPlan } from "../../../operations/floor/floor-plan.ts";
import { makeTables } from "../../../operations/floor/make-tables.ts";
import { SHAPE_WORDS, tablesNamed } from "../../../words/en/host/floor.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { Choice, Field } from "../components/field.tsx";
import { type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { seatsOf } from "../floor/table-list.tsx";
import { formState } from "../form-state.ts";
import { Areas } from "./areas.tsx";
import { Parts } from "./part.tsx";
import { TABLES_PARTS } from "./parts.ts";
import { BOOKABLE_OPTIONS, Remove, stateOf } from "./plan-form.tsx";
import { foldIdOf, TablePlaces } from "./table-places.tsx";
import { WhatFits } from "./what-fits.tsx";

type Table = FloorPlan["tables"][number];
type Combination = FloorPlan["combinations"][number];

export async function FloorSection({ visit }: { readonly visit: DeskVisit }) {
  const { plan } = await read(visit, floorPlan);
  if (plan.tables.length === 0) {
    return (
      <>
        <FirstTables visit={visit} />
        <Parts visit={visit} parts={TABLES_PARTS} />
      </>
    );
  }
  return (
    <>
      <Parts visit={visit} parts={TABLES_PARTS} />
      <WhatFits visit={visit} plan={plan} />
      <Areas visit={visit} plan={plan} />
      <TablePlaces visit={visit} plan={plan} />
      <section class="card stack" aria-labelledby="plan-tables-title">
        <h2 id="plan-tables-title">Floor plan</h2>
        {plan.tables.map((table) => (
          <TableForm visit={visit} plan={plan} table={table} />
        ))}
        <TableForm visit={visit} plan={plan} table={null} />
      </section>
      <Combinations visit={visit} plan={plan} />
    </>
  );
}

const SIZES = [
  ["twos", "For 2"],
  ["fours", "For 4"],
  ["sixes", "For 6"],
  ["eights", "For 8"],
] as const;

function FirstTables({ visit }: PageProps) {
  const form = formState(visit, makeTables.name);
  return (
    <section class="card stack" aria-labelledby="first-tables-title">
      <h2 id="first-tables-title">How many tables do you have?</h2>
      <p class="soft">
        The tables are named 1, 2, 3 and so on. You can change names, positions and combinations
        later. Once you have tables, a party is refused if no table is free for it. The limit on
        seats is removed.
      </p>
      <OperationForm
        visit={visit}
        form={form}
        own={SIZES.map(([name]) => name)}
        formId="first-tables"
      >
        <div class="fields-auto">
          {SIZES.map(([name, label]) => (
            <Field form={form} name={name} label={label} type="number" min={0} max={60} />
          ))}
        </div>
        <Button>{buttonOf(makeTables.name)}</Button>
      </OperationForm>
    </section>
  );
}

const SHAPE_OPTIONS = SHAPES.map((value) => ({ value, label: SHAPE_WORDS[value] }));

const NUMBERS = [
  ["minCovers", "Fewest guests"],
  ["maxCovers", "Most guests"],
  ["priority", "Order of use (0 first, 9 last)"],
  ["extraMinutes", "Extra minutes per stay"],
  ["x", "From the left"],
  ["y", "From the top"],
  ["width", "Width"],
  ["height", "Depth"],
  ["angle", "Rotation, in degrees"],
] as const;

function TableForm({ visit, plan, table }: PageProps<{ plan: FloorPlan; table: Table | null }>) {
  const name = table?.name ?? "";
  const form = stateOf(visit, "table", name);
  const id = `table-${name}`;
  const usual = { minCovers: 2, maxCovers: 4, priority: 5, extraMinutes: 0 };
  const shown: Readonly<Record<string, string | number | null>> = table ?? usual;
  return (
    <details
      class="fold"
      open={form.typed !== null}
      id={table === null ? undefined : foldIdOf(table, plan)}
    >
      <summary>
        {table === null ? (
          "Add a table"
        ) : (
          <span>
            Table <bdi>{name}</bdi>
            <span class="soft">
              {`, ${seatsOf(table)}, `}
              <bdi>{table.area}</bdi>
            </span>
          </span>
        )}
      </summary>
      <OperationForm
        visit={visit}
        form={form}
        own={["table.name", "table.area", ...NUMBERS.map(([key]) => `table.${key}`)]}
        formId={id}
        class="stack"
      >
        {table !== null && <input type="hidden" name="table.was" value={name} />}
        <div class="fields-auto">
          <Field
            form={form}
            name="table.name"
            id={`${id}-name`}
            label="Name"
            value={name}
            maxlength={12}
            required
          />
          <Choice
            form={form}
            name="table.area"
            id={`${id}-area`}
            label="Area"
            value={table?.area ?? plan.areas[0]?.name ?? ""}
            options={plan.areas.map((area) => ({ value: area.name, label: area.name }))}
          />
          {NUMBERS.map(([key, label]) => (
            <Field
              form={form}
              name={`table.${key}`}
              id={`${id}-${key}`}
              label={label}
              value={shown[key] ?? ""}
              inputmode="numeric"
            />
          ))}
          <Choice
            form={form}
            name="table.shape"
            id={`${id}-shape`}
            label="Shape"
            value={table?.shape ?? "square"}
            options={SHAPE_OPTIONS}
          />
          <Choice
            form={form}
            name="table.bookable"
            id={`${id}-bookable`}
            label="Who is seated here"
            value={table?.bookable ?? "online"}
            options={BOOKABLE_OPTIONS}
          />
        </div>
        <Button>{table === null ? "Add" : buttonOf(editFloor.name)}</Button>
      </OperationForm>
      {table !== null && <Remove visit={visit} kind="table" name={name} />}
    </details>
  );
}

function Combinations({ visit, plan }: PageProps<{ plan: FloorPlan }>) {
  const proposed = proposedCombinations(plan);
  return (
    <section class="card stack" aria-labelledby="joins-title">
      <h2 id="joins-title">Tables pushed together</h2>
      {plan.combinations.map((one) => (
        <div class="line plan-line">
          <CombinationForm visit={visit} one={one} known />
          <Remove visit={visit} kind="combination" name={one.tables.join(" + ")} />
        </div>
      ))}
      {proposed.length > 0 && (
        <details class="fold" open={plan.combinations.length === 0}>
          <summary>{`${proposed.length} suggested, because the tables stand side by side`}</summary>
          {proposed.map((one) => (
            <CombinationForm visit={visit} one={one} known={false} />
          ))}
        </details>
      )}
    </section>
  );
}

function CombinationForm({
  visit,
  one: { tables, minCovers, maxCovers, extraMinutes = 0 },
  known,
}: PageProps<{
  one: Pick<Combination, "minCovers" | "maxCovers"> &
    Partial<Pick<Combination, "extraMinutes">> & { readonly tables: readonly string[] };
  known: boolean;
}>) {
  const id = `join-${tables.join("-")}`;
  return (
    <OperationForm visit={visit} operation={editFloor.name} formId={id} class="line join">
      {tables.map((name) => (
        <input type="hidden" name="combination.tables" value={name} />
      ))}
      <strong>{tablesNamed(tables)}</strong>
      <Field
        name="combination.minCovers"
        id={`${id}-min`}
        label="Fewest guests"
        value={minCovers}
        inputmode="numeric"
      />
      <Field
        name="combination.maxCovers"
        id={`${id}-max`}
        label="Most guests"
        value={maxCovers}
        inputmode="numeric"
      />
      <Field
        name="combination.extraMinutes"
        id={`${id}-extra`}
        label="Extra minutes per stay"
        value={extraMinutes}
        inputmode="numeric"
      />
      <Button look="quiet">{known ? buttonOf(editFloor.name) : "Add"}</Button>
    </OperationForm>
  );
}
