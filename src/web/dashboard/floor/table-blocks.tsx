/** @jsxImportSource hono/jsx */
import { clockTime, timeOf } from "../../../domain/time.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { formState } from "../form-state.ts";
import type { OneTable } from "./seat-at-table.tsx";

/** Tables out of use: the blocks of this date, each with a button to remove it, and a new one. */
export function Blocks({ visit, view, one: { table } }: OneTable) {
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
        <label class="line">
          From
          <input type="time" name="from" value={form.value("from", wall(from))} required />
        </label>
        <label class="line">
          to
          <input type="time" name="to" value={form.value("to", wall(view.closes))} required />
        </label>
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
