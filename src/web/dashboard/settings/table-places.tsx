/** @jsxImportSource hono/jsx */
import type { FloorPlan } from "../../../domain/floor-plan.ts";
import { editFloor } from "../../../operations/floor/edit-floor.ts";
import { Button, OperationForm } from "../components/button.tsx";
import type { PageProps } from "../desk-visit.ts";
import { type Box, boundsOf, boxesOf } from "../floor/boxes.ts";
import { formState } from "../form-state.ts";

type Table = FloorPlan["tables"][number];

/** Pixels per grid unit. */
const UNIT = 28;
/** Grid units. */
const MARGIN = 3;
/** Smallest plan, in grid units. Leaves room to drag the tables. */
const LEAST = { width: 24, height: 12 };

export function TablePlaces({ visit, plan }: PageProps<{ plan: FloorPlan }>) {
  const form = formState(visit, editFloor.name);
  const isMine = form.typed?.has("places") === true;
  return (
    <section class="card stack" aria-labelledby="places-title">
      <h2 id="places-title">Where the tables stand</h2>
      <p class="soft">
        Drag a table, or select one and press the arrow keys. Then save. You can also type the
        positions below.
      </p>
      <OperationForm
        visit={visit}
        operation={editFloor.name}
        {...(isMine ? { form, own: [] } : {})}
        formId="table-places"
        class="stack"
      >
        {plan.areas.map(({ name }) => {
          const own = plan.tables.filter(({ area }) => area === name);
          return own.length === 0 ? null : <AreaPlan name={name} tables={own} plan={plan} />;
        })}
        <output id="places-said" class="soft" />
        <Button disabled>Save the positions</Button>
      </OperationForm>
    </section>
  );
}

interface AreaProps {
  readonly name: string;
  readonly tables: readonly Table[];
  readonly plan: FloorPlan;
}

function AreaPlan({ name, tables, plan }: AreaProps) {
  const boxes = boxesOf(tables);
  const bounds = boundsOf([...boxes.values()]);
  const room: Box = {
    x: bounds.x - MARGIN,
    y: bounds.y - MARGIN,
    width: Math.max(LEAST.width, bounds.width + 2 * MARGIN),
    height: Math.max(LEAST.height, bounds.height + 2 * MARGIN),
  };
  const [width, height] = [room.width * UNIT, room.height * UNIT];
  const view = [room.x, room.y, room.width, room.height].map((units) => units * UNIT).join(" ");
  return (
    <div>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <div class="plan-scroll">
        <svg
          class="table-places"
          width={String(width)}
          height={String(height)}
          viewBox={view}
          data-unit={UNIT}
          data-room={JSON.stringify(room)}
        >
          <title>Tables of {name}</title>
          {[...boxes].map(([table, box]) => (
            <TableAt table={table} box={box} formId={foldIdOf(table, plan)} />
          ))}
        </svg>
      </div>
      {tables.map((table) => (
        <input type="hidden" name="places" disabled data-place-of={table.name} />
      ))}
    </div>
  );
}

export const foldIdOf = (table: Table, { tables }: FloorPlan): string =>
  `table-fold-${tables.indexOf(table)}`;

interface TableProps {
  readonly table: Table;
  readonly box: Box;
  readonly formId: string;
}

function TableAt({ table, box, formId }: TableProps) {
  const { name, shape, angle } = table;
  const [width, height] = [box.width * UNIT, box.height * UNIT];
  const turned = angle ? `rotate(${angle} ${width / 2} ${height / 2})` : undefined;
  return (
    <a
      class="table"
      href={`#${formId}`}
      aria-label={`Table ${name}`}
      transform={`translate(${box.x * UNIT} ${box.y * UNIT})`}
      data-place={name}
      data-box={JSON.stringify(box)}
    >
      <g transform={turned}>
        {shape === "round" ? (
          <ellipse cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} />
        ) : (
          <rect {...{ width, height }} rx={shape === "bar" ? height / 2 : 6} />
        )}
      </g>
      <text x={String(width / 2)} y={String(height / 2 + 5)} text-anchor="middle">
        {name}
      </text>
    </a>
  );
}
