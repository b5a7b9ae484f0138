/** @jsxImportSource hono/jsx */
import { roleAtLeast } from "../../../domain/caller.ts";
import { clockTime } from "../../../domain/time.ts";
import { type PlannedTables, planTables } from "../../../operations/plan-tables.ts";
import { partyOf, tablesNamed } from "../../../words/en/host/floor.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { type DeskVisit, read } from "../desk-visit.ts";
import { type FloorProps, floorPath } from "./floor-view.ts";

export async function previewOf(
  visit: DeskVisit,
  { view, asked }: Pick<FloorProps, "view" | "asked">,
): Promise<PlannedTables | null> {
  if (asked.plan === null || !roleAtLeast(visit.role, "manager")) return null;
  return read(visit, planTables, { serviceDate: view.date, dryRun: true });
}

export function PlanPreview({
  visit,
  view,
  asked,
  preview,
}: FloorProps & { readonly preview: PlannedTables | null }) {
  if (preview === null) return null;
  const { moves, unplaced } = preview;
  const zone = visit.brand.settings.timeZone;
  const done = floorPath(visit, asked, { plan: null });
  return (
    <section class="card table-panel" aria-labelledby="plan-title">
      <h2 id="plan-title">{buttonOf(planTables.name)}</h2>
      {moves.length === 0 && <p>No party would change tables.</p>}
      <ul>
        {moves.map(({ name, from, to }) => (
          <li>
            <bdi>{name}</bdi>: {from.length === 0 ? "no table" : tablesNamed(from)} →{" "}
            <strong>{to.length === 0 ? "no table" : tablesNamed(to)}</strong>
          </li>
        ))}
      </ul>
      {unplaced.map(({ name, numberOfPeople, timestamp }) => (
        <p class="t-none">
          <span class="mark">
            Still no table: <bdi>{name}</bdi>, {partyOf(numberOfPeople)},{" "}
            {clockTime(timestamp, zone)}
          </span>
        </p>
      ))}
      <div class="line">
        {moves.length > 0 && (
          <OperationForm visit={visit} operation={planTables.name} formId="plan-tables" back={done}>
            <input type="hidden" name="serviceDate" value={view.date} />
            <Button>
              {moves.length === 1 ? "Make this move" : `Make these ${moves.length} moves`}
            </Button>
          </OperationForm>
        )}
        <ButtonLink href={done}>{moves.length > 0 ? "Change nothing" : "Close"}</ButtonLink>
      </div>
    </section>
  );
}
