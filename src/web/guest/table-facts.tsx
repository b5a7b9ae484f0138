/** @jsxImportSource hono/jsx */
import type { GuestView } from "../../operations/guest/guest-view.ts";
import { guestWords } from "../../words/guest.ts";

export function TableFacts({ view }: { readonly view: GuestView }) {
  const { startAt, zone, partySize, language } = view;
  const { dates, pages } = guestWords(language);
  const { facts, time } = pages;
  return (
    <dl>
      <dt>{facts.day}</dt>
      <dd>{dates.longDay(startAt, zone)}</dd>
      <dt>{facts.time}</dt>
      <dd>{time(dates.time(startAt, zone))}</dd>
      <dt>{facts.guests}</dt>
      <dd>{partySize}</dd>
    </dl>
  );
}

export function Greeting({ view: { firstName, language } }: { readonly view: GuestView }) {
  return firstName === "" ? null : <p>{guestWords(language).pages.hello(firstName)}</p>;
}
