/** @jsxImportSource hono/jsx */
import { clockTime, MINUTE, wallHours } from "../../../domain/time.ts";
import type { FloorTable } from "../../../operations/desk/floor-view.ts";
import type { TableChoices } from "../../../operations/desk/table-choices.ts";
import { type FloorProps, tablePath } from "./floor-view.ts";
import { fitting, NOT_SPOKEN } from "./plan.tsx";
import { Bar, BarLabel, Block, ROW_HEIGHT } from "./timeline-bars.tsx";
import { type Row, rowsOf, startOf } from "./timeline-rows.ts";

const PIXELS_PER_MINUTE = 2;
const AXIS_HEIGHT = 40;
const HALF_NOW_WIDTH = 34;

export function Timeline({
  visit,
  asked,
  view: whole,
  choices,
}: FloorProps & { readonly choices: TableChoices | null }) {
  const view = { ...whole, opens: startOf(whole, visit.brand.settings.timeZone) };
  const props = { visit, asked, view };
  const rows = rowsOf(view);
  const fits = choices === null ? null : fitting(choices);
  const height = AXIS_HEIGHT + rows.length * ROW_HEIGHT;
  const isToday = view.date === view.today && view.at >= view.opens && view.at < view.closes;
  const now = isToday ? across(view.at, view.opens) : null;
  return (
    <section class="timeline" id="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <div class="timeline-scroll" data-now-x={now ?? undefined}>
        <ul class="timeline-names">
          {rows.map((row) => (
            <RowName {...props} row={row} />
          ))}
        </ul>
        <svg width={String(across(view.closes, view.opens))} height={String(height)}>
          <title>Tables by time</title>
          <defs>
            <pattern id="closed" width="6" height="6" patternUnits="userSpaceOnUse">
              <path d="M0 6L6 0M-1 1l2-2M5 7l2-2" class="hatch" />
            </pattern>
          </defs>
          <Hours {...props} height={height} />
          {rows.map((row, index) => (
            <RowBars {...props} row={row} top={AXIS_HEIGHT + index * ROW_HEIGHT} fits={fits} />
          ))}
          {now !== null && <Now {...props} x={now} height={height} />}
          {rows.flatMap((row, index) =>
            barsOf(props, row, AXIS_HEIGHT + index * ROW_HEIGHT).map((bar) => (
              <BarLabel {...props} {...bar} />
            )),
          )}
        </svg>
      </div>
    </section>
  );
}

const across = (instant: number, opens: number): number =>
  Math.round(((instant - opens) / MINUTE) * PIXELS_PER_MINUTE);

/** floor.js reads these attributes to move a party to the table. */
const dropTarget = ({ id, name }: FloorTable) => ({ "data-table": id, "data-name": name });

function RowName({ visit, asked, row }: FloorProps & { readonly row: Row }) {
  if (row.area !== null) {
    return (
      <li class="timeline-area">
        <bdi>{row.area}</bdi>
      </li>
    );
  }
  const { table } = row;
  return table === null ? (
    <li class="t-none">
      <span class="mark">No table</span>
    </li>
  ) : (
    <li {...dropTarget(table)}>
      <a href={tablePath(visit, asked, table)}>
        <bdi>{table.name}</bdi>
      </a>
    </li>
  );
}

function Hours({ visit, view, height }: FloorProps & { readonly height: number }) {
  const zone = visit.brand.settings.timeZone;
  return (
    <>
      {wallHours(view.opens, view.closes, zone).map((hour) => {
        const x = across(hour, view.opens);
        return (
          <>
            <line class="hour" x1={x} x2={x} y1={AXIS_HEIGHT} y2={height} />
            <text class="hour-text" x={String(x + 4)} y="16">
              {clockTime(hour, zone).replace(":00", "")}
            </text>
          </>
        );
      })}
    </>
  );
}

const Now = ({ visit, view, x, height }: FloorProps & Readonly<{ x: number; height: number }>) => (
  <g class="now">
    <line x1={x} x2={x} y1={AXIS_HEIGHT} y2={height} />
    <text
      x={String(Math.max(HALF_NOW_WIDTH, x))}
      y={String(AXIS_HEIGHT - 6)}
      text-anchor="middle"
      {...NOT_SPOKEN}
    >
      Now {clockTime(view.at, visit.brand.settings.timeZone).replace(/ [AP]M/, "")}
    </text>
  </g>
);

function barsOf({ view: { opens, closes } }: FloorProps, row: Row, top: number) {
  if (row.area !== null) return [];
  return row.parties.map((party) => {
    const [from, to] = [Math.max(party.from, opens), Math.min(party.to, closes)];
    return { party, x: across(from, opens), y: top + 3, width: across(to, from) };
  });
}

interface RowProps {
  readonly row: Row;
  readonly top: number;
  readonly fits: ReadonlySet<string> | null;
}

function RowBars({ row, top, fits, ...props }: FloorProps & RowProps) {
  if (row.area !== null) return null;
  const { table } = row;
  const { opens, closes } = props.view;
  const within = (at: number): number => Math.min(Math.max(at, opens), closes);
  const width = across(closes, opens);
  return (
    <g
      class={table !== null && fits?.has(table.id) ? "row fits" : "row"}
      {...(table === null ? {} : dropTarget(table))}
    >
      <rect class="row-back" x={0} y={top} width={width} height={ROW_HEIGHT} />
      {table?.blocks.map(({ from, to, reason }) => (
        <Block
          x={across(within(from), opens)}
          y={top + 2}
          width={across(within(to), within(from))}
          why={`Blocked: ${reason ?? "the area is closed"}`}
        />
      ))}
      {barsOf(props, row, top).map((bar) => (
        <Bar {...props} {...bar} />
      ))}
    </g>
  );
}
