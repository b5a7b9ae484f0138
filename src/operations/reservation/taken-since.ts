import type { Reason } from "../../domain/errors.ts";
import type { Taken } from "../../domain/reasons/admission.ts";
import type { Warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";

type Since = Extract<Reason | Warning, { readonly since?: readonly string[] }>;

export const namingGuests = <One extends Reason | Warning>(
  reports: readonly One[],
  context: OperationContext,
): One[] =>
  reports.map((one) => {
    const taken = takersSince(one).map((id) => takenBy(id, context));
    return taken.length === 0 ? one : { ...one, say: { ...(one as Since).say, taken } };
  });

/** Ids of the reservations and offers that took a party's seats between a change and its undo. */
export const takersSince = (one: Reason | Warning): readonly string[] =>
  "since" in one ? (one.since ?? []) : [];

function takenBy(id: string, { stores }: OperationContext): Taken {
  const reservation = stores.reservations.get(id);
  const offer = reservation === null ? stores.offers.get(id) : null;
  const name = reservation?.name ?? stores.waitlist.entry(offer?.entryId ?? "")?.name ?? null;
  const { startAt = 0, partySize = 0 } = reservation ?? offer ?? {};
  return { id, name, startAt, partySize, offered: offer !== null };
}
