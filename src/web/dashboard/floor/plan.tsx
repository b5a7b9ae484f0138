/** @jsxImportSource hono/jsx */
import type { TableChoices } from "../../../operations/desk/table-choices.ts";
import { type Box, boundsOf, boxesOf } from "./boxes.ts";
import { type FloorProps, type SeenTable, seenTables, tablePath } from "./floor-view.ts";

/** Pixels per grid unit. */
const UNIT = 40;
const MARGIN = 12;

/** For drawn labels. Screen readers read the names of the links instead. */
export const NOT_SPOKEN = { "aria-hidden": "true" } as const;

export const Plan = ({
  visit,
  view,
  asked,
  choices,
}: FloorProps & { readonly choices: TableChoices | null }) => {
  const fits = choices === null ? null : fitting(choices);
  const picked = view.parties.find(({ id }) => id === asked.party)?.tables ?? [];
  const seen = seenTables(view, visit.brand.settings.timeZone);
  return (
    <div class="plans">
      {view.areas.map(({ id, name }) => {
        const own = seen.filter(({ table }) => table.area === id);
        return own.length === 0 ? null : (
          <section class="plan" aria-label={`Plan: ${name}`}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <Drawing
              visit={visit}
              view={view}
              asked={asked}
              fits={fits}
              open={choices === null ? [asked.table] : picked}
              seen={own}
              title={`Tables of ${name}`}
            />
          </section>
        );
      })}
    </div>
  );
};

interface Drawing {
  readonly seen: readonly SeenTable[];
  readonly title: string;
  /** Ids of the tables to which the picked party can move. Null if no party is picked. */
  readonly fits: ReadonlySet<string> | null;
  readonly open: readonly (string | null)[];
}
type Drawn = FloorProps & Drawing;

export const fitting = ({ places }: TableChoices): ReadonlySet<string> =>
  new Set(
    places.flatMap(({ ids, free, swaps }) => ((free || swaps) && ids.length === 1 ? ids : [])),
  );

function Drawing({ visit, asked, seen, title, fits, open }: Drawn) {
  const boxes = boxesOf(seen.map(({ table }) => table));
  const bounds = boundsOf([...boxes.values()]);
  const width = bounds.width * UNIT + 2 * MARGIN;
  const height = bounds.height * UNIT + 2 * MARGIN;
  return (
    <div class="plan-scroll">
      <svg width={String(width)} height={String(height)} viewBox={`0 0 ${width} ${height}`}>
        <title>{title}</title>
        {seen.map((one) => {
          const box = boxes.get(one.table);
          if (box === undefined) return null;
          const place = {
            x: (box.x - bounds.x) * UNIT + MARGIN,
            y: (box.y - bounds.y) * UNIT + MARGIN,
            width: box.width * UNIT,
            height: box.height * UNIT,
          };
          const href = tablePath(visit, asked, one.table);
          const isOpen = open.includes(one.table.id);
          const mark = fits === null ? "" : fits.has(one.table.id) ? " fits" : " fits-not";
          return <Table one={one} place={place} href={href} mark={isOpen ? " open" : mark} />;
        })}
      </svg>
    </div>
  );
}

interface TableProps {
  readonly one: SeenTable;
  readonly place: Box;
  readonly href: string;
  /** Class names, with a leading space. */
  readonly mark: string;
}

function Table({ one, place, href, mark }: TableProps) {
  const { table, party, standing } = one;
  const { x, y, width, height } = place;
  const middle = { x: String(x + width / 2), "text-anchor": "middle" } as const;
  const turned = table.angle
    ? `rotate(${table.angle} ${x + width / 2} ${y + height / 2})`
    : undefined;
  const letters = lettersIn(width - (table.shape === "round" ? 22 : 14));
  const who =
    party === undefined
      ? `${table.minCovers}-${table.maxCovers}`
      : `${party.numberOfPeople} ${party.name}`;
  return (
    <g class={`table t-${standing.tone}${mark}`}>
      <a href={href} aria-label={spoken(one)} data-table={table.id} data-name={table.name}>
        <g transform={turned}>
          {table.shape === "round" ? (
            <ellipse cx={x + width / 2} cy={y + height / 2} rx={width / 2} ry={height / 2} />
          ) : (
            <rect {...{ x, y, width, height }} rx={table.shape === "bar" ? height / 2 : 8} />
          )}
        </g>
      </a>
      <g class="label" {...NOT_SPOKEN}>
        <text {...middle} y={String(y + height / 2 - 14)} class="table-name">
          {clip(table.name, letters)}
        </text>
        <text {...middle} y={String(y + height / 2 + 4)}>
          {clip(who, letters)}
        </text>
        <text {...middle} y={String(y + height / 2 + 22)} class="table-state">
          {clip(standing.short, letters + 2)}
        </text>
      </g>
    </g>
  );
}

/** A letter takes about 7 pixels. */
export const lettersIn = (pixels: number): number => Math.floor(pixels / 7);

export const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`.toWellFormed() : text;

const spoken = ({ table, party, standing }: SeenTable): string =>
  [
    `Table ${table.name}`,
    ...(party === undefined ? [] : [party.name, `party of ${party.numberOfPeople}`]),
    standing.words.charAt(0).toLowerCase() + standing.words.slice(1),
  ].join(", ");
