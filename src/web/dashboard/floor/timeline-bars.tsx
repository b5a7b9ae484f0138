/** @jsxImportSource hono/jsx */
import { clockTime } from "../../../domain/time.ts";
import type { FloorParty } from "../../../operations/desk/floor-view.ts";
import { type FloorTone, partyStanding } from "../../../words/en/host/floor.ts";
import { type FloorProps, partyPath } from "./floor-view.ts";
import { clip, lettersIn, NOT_SPOKEN } from "./plan.tsx";

export const ROW_HEIGHT = 36;
const PADDING = 10;

/** The bar of a party in one of these states also names the state, because hosts should act on it. */
const IN_WORDS: ReadonlySet<FloorTone> = new Set(["late", "arrived", "over"]);

interface BarProps {
  readonly party: FloorParty;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}
type DrawnBar = FloorProps & BarProps;

const lookOf = ({ party, view, visit }: DrawnBar): string => {
  if (party.status === "completed") return "bar t-done";
  const { tone } = partyStanding(party, { at: view.at, zone: visit.brand.settings.timeZone });
  return `bar t-${party.noTable ? "none" : tone}`;
};

export function Bar(props: DrawnBar) {
  const { visit, view, asked, party, x, y, width } = props;
  const { id, name, numberOfPeople, startsAt, status, kind } = party;
  const zone = visit.brand.settings.timeZone;
  const { words } = partyStanding(party, { at: view.at, zone });
  const label = `${name}, party of ${numberOfPeople}, ${clockTime(startsAt, zone)}: ${words}`;
  const box = <rect {...{ x, y, width: Math.max(4, width - 2), height: ROW_HEIGHT - 6 }} rx={6} />;
  const isPickable = status !== "completed" && kind === "reservation";
  const href = partyPath(visit, asked, party);
  return (
    <g class={lookOf(props)}>
      {isPickable ? (
        <a href={href} aria-label={label} data-party={id}>
          {box}
        </a>
      ) : (
        <>
          <title>{label}</title>
          {box}
        </>
      )}
    </g>
  );
}

export function BarLabel(props: DrawnBar) {
  const { visit, view, party, x, y, width } = props;
  const zone = visit.brand.settings.timeZone;
  const { tone, short } = partyStanding(party, { at: view.at, zone });
  const facts = [...(IN_WORDS.has(tone) ? [short] : []), ...(party.pinned ? ["pinned"] : [])];
  const said = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  return (
    <text class={`label ${lookOf(props)}`} x={String(x + 6)} y={String(y + 20)} {...NOT_SPOKEN}>
      {clip(`${party.numberOfPeople}${said} ${party.name}`, lettersIn(width - PADDING))}
    </text>
  );
}

export const Block = ({
  x,
  y,
  width,
  why,
}: Readonly<{ x: number; y: number; width: number; why: string }>) => (
  <>
    <rect class="closed" {...{ x, y, width, height: ROW_HEIGHT - 4 }}>
      <title>{why}</title>
    </rect>
    <text class="closed-label" x={String(x + 6)} y={String(y + 21)} {...NOT_SPOKEN}>
      {clip(why, lettersIn(width - PADDING))}
    </text>
  </>
);
