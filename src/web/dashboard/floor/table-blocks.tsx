/** @jsxImportSource hono/jsx */
import { clockTime, DAY, dateOf, shortDate, timeOf } from "../../../domain/time.ts";
import type { FloorView } from "../../../operations/desk/floor-view.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { formState } from "../form-state.ts";
import type { OneTable } from "./seat-at-table.tsx";

/** Epoch milliseconds; the span ends just before `to`. */
type Span = Pick<FloorView["tables"][number]["blocks"][number], "from" | "to">;

/** What one tap unblocks: the whole block, or this day's part of a block longer than 24 hours. */
const unblockable = (block: Span, { opens, closes }: FloorView): Span =>
  block.to - block.from <= DAY
    ? block
    : { from: Math.max(block.from, opens), to: Math.min(block.to, closes) };

/** "5:00 PM to 11:00 PM", with dates if the block ends on another day. */
function blockedTimes({ from, to }: Span, zone: string): string {
  const oneDay = dateOf(from, zone) === dateOf(to, zone);
  const at = (instant: number): string =>
    oneDay ? clockTime(instant, zone) : `${shortDate(instant, zone)}, ${clockTime(instant, zone)}`;
  return `${at(from)} to ${at(to)}`;
}

export function Blocks({ visit, view, one: { table } }: OneTable) {
  const zone = visit.brand.settings.timeZone;
  const form = formState(visit, "block_tables");
  const wall = (instant: number): string => timeOf(instant, zone);
  const from = Math.max(view.at, view.opens);
  // Offer the area's other tables too: rain, for example, closes the whole terrace.
  const others = view.tables.filter(({ id, area }) => id !== table.id && area === table.area);
  return (
    <details class="fold" open={form.typed !== null}>
      <summary>{table.blocks.length === 0 ? "Block this table" : "Blocks"}</summary>
      {table.blocks.map((block) => {
        const lifted = unblockable(block, view);
        return (
          <div class="line">
            <span>
              {blockedTimes(block, zone)}: <bdi>{block.reason ?? "the area is closed"}</bdi>
            </span>
            {block.reason !== null && (
              <OperationForm visit={visit} operation="block_tables" formId={`lift-${block.from}`}>
                <input type="hidden" name="tables" value={table.name} />
                <input type="hidden" name="date" value={dateOf(lifted.from, zone)} />
                <input type="hidden" name="from" value={wall(lifted.from)} />
                <input type="hidden" name="to" value={wall(lifted.to)} />
                <input type="hidden" name="reason" value={block.reason} />
                <input type="hidden" name="remove" value="true" />
                <Button look="quiet">
                  {lifted === block ? "Unblock" : "Unblock for this day"}
                </Button>
              </OperationForm>
            )}
          </div>
        );
      })}
      <OperationForm visit={visit} form={form} own={[]} formId="block" class="line block-form">
        <input type="hidden" name="tables" value={table.name} />
        {others.length > 0 && (
          <fieldset class="days">
            <legend>Also block</legend>
            {others.map(({ name }) => (
              <label>
                <input
                  type="checkbox"
                  name="tables"
                  value={name}
                  checked={form.typed?.getAll("tables").includes(name)}
                />
                <bdi>{name}</bdi>
              </label>
            ))}
          </fieldset>
        )}
        <input type="hidden" name="date" value={dateOf(from, zone)} />
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
          placeholder="Reason, such as: heater broken"
          aria-label="Reason"
          value={form.value("reason")}
        />
        <Button look="quiet">Block</Button>
      </OperationForm>
    </details>
  );
}
