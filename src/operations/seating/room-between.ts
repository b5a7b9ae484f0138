import { Placements } from "../../domain/seating/placements.ts";
import type { Party, Unit } from "../../domain/seating/unit.ts";
import type { OperationContext } from "../define.ts";
import { type OwnStay, worldOf } from "../reservation/world.ts";
import { blocksOf, floorOf, partiesIn } from "./floor-world.ts";

interface Room {
  readonly room: Placements;
  /** Includes parties without a table. */
  readonly parties: readonly Party[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export function roomBetween(
  span: Span,
  context: OperationContext,
  own: OwnStay = {},
  mayMove: (id: string) => boolean = () => true,
): Room {
  const { brand, stores } = context;
  const records = stores.floors.get(brand.slug);
  const floor = floorOf(records);
  const { from, to } = span;
  const parties = partiesIn(span, worldOf(context, own).occupants(from, to)).map((one) =>
    mayMove(one.id) ? one : { ...one, movable: false },
  );
  const blocks = blocksOf(records, brand.settings.timeZone).filter(
    (one) => one.from < to && one.to > from,
  );
  return { room: new Placements(floor, parties, blocks), parties };
}

/** Keeps the tables of `unit` for the party, even if they are too small. */
export function keepAt(room: Placements, id: string, unit: Unit, { from, to }: Span): void {
  const { tables } = unit;
  room.place({ ...UNASKED, id, from, to, tables }, unit);
}

const UNASKED = {
  size: 1,
  area: null,
  areaBinds: false,
  asks: "door",
  movable: false,
  pinned: true,
} as const;
