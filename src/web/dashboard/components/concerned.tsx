/** @jsxImportSource hono/jsx */
import { displayTime } from "../../../domain/time.ts";
import type { DeskVisit } from "../desk-visit.ts";

/**
 * Whose reservation or wait a form is about that was not carried out: by itself it knows their id
 * alone.
 */
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
