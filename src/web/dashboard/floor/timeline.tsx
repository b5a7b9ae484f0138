/** @jsxImportSource hono/jsx */
import { clockTime, HOUR, MINUTE } from "../../../domain/time.ts";
import type { FloorParty, FloorTable, FloorView } from "../../../operations/desk/floor-view.ts";
import { type FloorTone, partyStanding } from "../../../words/en/host/floor.ts";
import { type FloorProps, floorPath, tablePath, wallHours } from "./floor-view.ts";
import { UNREAD } from "./plan.tsx";

/** Pixels of a minute and of a row. */
const WIDE = 2;
const ROW = 36;
const AXIS = 24;
/** Pixels that a letter takes. */
const LETTER = 7;

/** One line of the timeline: a table, or parties without one that do not overlap. */
interface Row {
  readonly table: FloorTable | null;
  readonly parties: readonly FloorParty[];
}

/** Tables by time: a bar for each party, blocks hatched, a line for now. */
export function Timeline({ visit, asked, view: whole }: FloorProps) {
  const view = { ...whole, opens: startOf(whole) };
  const props = { visit, asked, view };
  const rows = rowsOf(props);
  const width = across(view.closes, view.opens);
  const height = AXIS + rows.length * ROW;
  const isToday = view.date === view.today && view.at >= view.opens && view.at < view.closes;
  return (
    <section class="timeline" id="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <div class="timeline-scroll">
        <ul class="timeline-names">
          {rows.map(({ table }) => (
            <li>
              {table === null ? (
                <span class="t-none">
                  <span class="mark">No table</span>
                </span>
              ) : (
                <a href={tablePath(visit, asked, table)}>
                  <bdi>{table.name}</bdi>
                </a>
              )}
            </li>
          ))}
        </ul>
        <svg width={String(width)} height={String(height)}>
          <title>Tables by time</title>
          <defs>
            <pattern id="closed" width="6" height="6" patternUnits="userSpaceOnUse">
              <path d="M0 6L6 0M-1 1l2-2M5 7l2-2" class="hatch" />
            </pattern>
          </defs>
          <Hours {...props} height={height} />
          {rows.map((row, index) => (
            <Bars {...props} row={row} top={AXIS + index * ROW} />
          ))}
          {isToday && (
            <line
              class="now"
              x1={across(view.at, view.opens)}
              x2={across(view.at, view.opens)}
              y1={AXIS}
              y2={height}
            />
          )}
        </svg>
      </div>
    </section>
  );
}

/** Where the hours before are over: an hour ago, or when the first who is still here came. */
function startOf({ parties, opens, at, date, today }: FloorView): number {
  const here = parties.filter(({ to, status }) =>
    date === today ? to > at && status !== "completed" : true,
  );
  const first = Math.min(
    ...here.map(({ from }) => from),
    date === today ? at - HOUR : Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(first) ? Math.max(opens, Math.floor(first / HOUR) * HOUR) : opens;
}

/** States that ask somebody to act. */
const IN_WORDS: ReadonlySet<FloorTone> = new Set(["late", "arrived", "over"]);

const across = (instant: number, opens: number): number =>
  Math.round(((instant - opens) / MINUTE) * WIDE);

/** Parties without a table first, as many lines as they need; then every table. */
function rowsOf({ view: { tables, parties } }: FloorProps): Row[] {
  const lanes: FloorParty[][] = [];
  for (const party of parties.filter(({ noTable }) => noTable)) {
    const lane = lanes.find((one) => (one.at(-1)?.to ?? 0) <= party.from);
    if (lane === undefined) lanes.push([party]);
    else lane.push(party);
  }
  return [
    ...lanes.map((lane) => ({ table: null, parties: lane })),
    ...tables.map((table) => ({
      table,
      parties: parties.filter((party) => party.tables.includes(table.id)),
    })),
  ];
}

function Hours({ visit, view, height }: FloorProps & { readonly height: number }) {
  const zone = visit.brand.settings.timeZone;
  const hours = wallHours(view.opens, view.closes, zone);
  return (
    <>
      {hours.map((hour) => {
        const x = across(hour, view.opens);
        return (
          <>
            <line class="hour" x1={x} x2={x} y1={AXIS} y2={height} />
            <text class="hour-text" x={String(x + 4)} y="16">
              {clockTime(hour, zone).replace(":00", "")}
            </text>
          </>
        );
      })}
    </>
  );
}

function Bars({ visit, view, asked, row, top }: FloorProps & Readonly<{ row: Row; top: number }>) {
  const zone = visit.brand.settings.timeZone;
  const { opens, closes, at: instant } = view;
  const within = (at: number): number => Math.min(Math.max(at, opens), closes);
  return (
    <>
      {row.table?.blocks.map(({ from, to, reason }) => (
        <rect
          class="closed"
          x={across(within(from), opens)}
          y={top + 2}
          width={across(within(to), within(from))}
          height={ROW - 4}
        >
          <title>{`Blocked: ${reason ?? "the area is closed"}`}</title>
        </rect>
      ))}
      {row.parties.map((party) => {
        const { tone, words, short } = partyStanding(party, { at: instant, zone });
        return (
          <Bar
            party={party}
            tone={party.noTable ? "none" : tone}
            state={IN_WORDS.has(tone) ? short : ""}
            label={`${party.name}, party of ${party.numberOfPeople}, ${clockTime(party.startsAt, zone)}: ${words}`}
            href={`${floorPath(visit, asked, { party: party.id, table: null, plan: null })}#party`}
            x={across(within(party.from), opens)}
            y={top + 3}
            width={across(within(party.to), within(party.from))}
          />
        );
      })}
    </>
  );
}

interface BarProps {
  readonly party: FloorParty;
  readonly tone: FloorTone | "none";
  /** In words where the colour alone would say it; empty: as planned. */
  readonly state: string;
  readonly label: string;
  readonly href: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function Bar({ party, tone, state, label, href, x, y, width }: BarProps) {
  const isDone = party.status === "completed";
  const facts = [state, party.pinned ? "fixed" : ""].filter((fact) => fact !== "").join(", ");
  const text = `${party.numberOfPeople}${facts === "" ? "" : ` (${facts})`} ${party.name}`;
  const most = Math.floor((width - 10) / LETTER);
  const shown = text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
  const box = <rect {...{ x, y, width: Math.max(4, width - 2), height: ROW - 6 }} rx={6} />;
  const words = (
    <text class="label" x={String(x + 6)} y={String(y + 20)} {...UNREAD}>
      {shown.toWellFormed()}
    </text>
  );
  if (isDone || party.kind === "offer") {
    return (
      <g class={`bar t-${isDone ? "done" : tone}`}>
        <title>{label}</title>
        {box}
        {words}
      </g>
    );
  }
  return (
    <g class={`bar t-${tone}`}>
      <a href={href} aria-label={label} data-party={party.id}>
        {box}
      </a>
      {words}
    </g>
  );
}
