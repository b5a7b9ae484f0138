import type { Reason } from "../../domain/errors.ts";
import { clockTime } from "../../domain/time.ts";
import type { Warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";

/**
 * The same reasons or warnings with the guests of `since` by name in the message, where admission,
 * which knows no names, has put ids. Keys and apps get the id as well, to act on it.
 */
export const namingGuests = <One extends Reason | Warning>(
  reports: readonly One[],
  context: OperationContext,
): One[] =>
  reports.map((one) => ({
    ...one,
    message: idsOf(one).reduce(
      (text, id) => text.replace(id, () => guestOf(id, context)),
      one.message,
    ),
  }));

/** Ids of reservations and offers. */
export const idsOf = ({ since }: Reason | Warning): readonly string[] =>
  Array.isArray(since) ? since : [];

function guestOf(id: string, { stores, brand, caller }: OperationContext): string {
  const { timeZone } = brand.settings;
  const reservation = stores.reservations.get(id);
  const offer = reservation === null ? stores.offers.get(id) : null;
  const taken = reservation ?? offer;
  const name = reservation?.name ?? stores.waitlist.entry(offer?.entryId ?? "")?.name;
  if (taken === null || name === undefined) return id;
  const how = offer === null ? "" : "offered ";
  const words = `${name}, ${how}${clockTime(taken.startAt, timeZone)}, party of ${taken.partySize}`;
  return caller.kind === "session" ? words : `${words} (${id})`;
}
