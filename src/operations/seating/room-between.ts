import { Placements } from "../../domain/seating/placements.ts";
import type { Party } from "../../domain/seating/unit.ts";
import type { OperationContext } from "../define.ts";
import { type OwnStay, worldOf } from "../reservation/world.ts";
import { blocksOf, floorOf, partyFrom } from "./floor-world.ts";

interface Room {
  readonly room: Placements;
  /** Everybody who takes seats, those without a table included. */
  readonly parties: readonly Party[];
}

/** Who has which tables in [from, to), one's own stay left out. */
export function roomBetween(
  span: { readonly from: number; readonly to: number },
  context: OperationContext,
  own: OwnStay = {},
): Room {
  const { brand, stores } = context;
  const records = stores.floors.get(brand.slug);
  const { from, to } = span;
  const parties = worldOf(context, own)
    .occupants(from, to)
    .map((one) => partyFrom(one, span));
  const blocks = blocksOf(records, brand.settings.timeZone).filter(
    (one) => one.from < to && one.to > from,
  );
  return { room: new Placements(floorOf(records), parties, blocks), parties };
}
