/** @jsxImportSource hono/jsx */
import { clockTime, displayDate } from "../../domain/time.ts";
import type { GuestView } from "../../operations/guest/guest-view.ts";

/** When and for how many, in the restaurant's own time. */
export function TableFacts({ view }: { readonly view: GuestView }) {
  const { startAt, zone, partySize } = view;
  return (
    <dl>
      <dt>Day</dt>
      <dd>{displayDate(startAt, zone)}</dd>
      <dt>Time</dt>
      <dd>{clockTime(startAt, zone)}</dd>
      <dt>Guests</dt>
      <dd>{partySize}</dd>
    </dl>
  );
}

/** `Hello Ana,` or nothing where there is no name to speak of. */
export function Greeting({ firstName }: { readonly firstName: string }) {
  return firstName === "" ? null : <p>Hello {firstName},</p>;
}
