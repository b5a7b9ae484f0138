/** @jsxImportSource hono/jsx */
import { displayTime } from "../../../domain/time.ts";
import type { DeskVisit, PageProps } from "../desk-visit.ts";
import { Reasons } from "./reason.tsx";

export function Concerned({
  visit: { desk, brand },
  fields,
}: Readonly<{ visit: Pick<DeskVisit, "desk" | "brand">; fields: URLSearchParams }>) {
  const id = fields.get("id") ?? "";
  const { reservations, waitlist } = desk.stores;
  const one = reservations.get(id) ?? waitlist.entry(id);
  if (one?.brand !== brand.slug) return null;
  const at = "startAt" in one ? one.startAt : one.wishedAt;
  return (
    <p>
      <strong>
        <bdi>{one.name}</bdi>
      </strong>
      , {displayTime(at, brand.settings.timeZone)}
    </p>
  );
}

/** `inPlace`: operations whose forms show their own refusals. */
export const RefusedAbove = ({
  visit,
  inPlace = [],
}: PageProps<{ inPlace?: readonly string[] }>) =>
  visit.refused === null || inPlace.includes(visit.refused.operation) ? null : (
    <Reasons
      reasons={visit.refused.error.reasons}
      about={<Concerned visit={visit} fields={visit.refused.typed} />}
    />
  );
