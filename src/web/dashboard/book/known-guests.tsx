/** @jsxImportSource hono/jsx */

import { lastDigits } from "../../../domain/phone.ts";
import { shownPhone } from "../../../domain/phone-text.ts";
import { NOTES } from "../../../domain/reservation.ts";
import { clockTime, shortDate } from "../../../domain/time.ts";
import { findGuests, type KnownGuest } from "../../../operations/desk/find-guests.ts";
import { counted } from "../../../words/en/phrases.ts";
import { at, type DeskPage, type PageProps, read } from "../desk-visit.ts";

type Typed = { readonly name: string; readonly phone: string };

const PATH = "/book/guests";

export const knownGuestsPage: DeskPage = {
  path: PATH,
  async show(visit) {
    const said = (name: string): string => visit.url.searchParams.get(name) ?? "";
    const typed = { name: said("name"), phone: said("phone") };
    return { title: "Guests", children: await knownGuests({ visit, typed }) };
  },
};

export async function knownGuests({ visit, typed }: PageProps<{ typed: Typed }>) {
  const { guests } = await read(visit, findGuests, {
    name: typed.name.slice(0, 200),
    phone: typed.phone.slice(0, 64),
  });
  return (
    <div
      class="known"
      hx-get={at(visit, PATH)}
      hx-trigger="input from:#name delay:250ms, input from:#phone delay:250ms"
      hx-include="#name, #phone"
      hx-target="#known-guests"
      hx-select="#known-guests"
      hx-swap="outerMorph"
    >
      <section id="known-guests" aria-label="Guests you know" aria-live="polite">
        {guests.map((guest) => (
          <Guest visit={visit} guest={guest} />
        ))}
      </section>
    </div>
  );
}

function Guest({ visit, guest }: PageProps<{ guest: KnownGuest }>) {
  const { id, name, phone, email, coming, notes } = guest;
  const { timeZone, defaultCountry } = visit.brand.settings;
  const taken = {
    name,
    phone: phone === null ? "" : shownPhone(phone, defaultCountry),
    email: email ?? "",
  };
  return (
    <article class="note stack">
      <p class="line">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="soft">{historyOf(guest, timeZone)}</span>
        <Take visit={visit} what={id} fields={taken}>
          Use
        </Take>
      </p>
      {coming.map((one) => (
        <p>
          Already booked:{" "}
          <a href={at(visit, `/reservations/${one.id}`)}>
            {`${shortDate(one.timestamp, timeZone)}, ${clockTime(one.timestamp, timeZone)}, party of ${one.numberOfPeople}`}
          </a>
        </p>
      ))}
      {notes.map(({ field, text }) => (
        <p class="line">
          <span>
            {NOTES[field].label}: <q>{text}</q>
          </span>
          <Take visit={visit} what={`${id}:${field}`} fields={{ [field]: text }}>
            Copy note
          </Take>
        </p>
      ))}
    </article>
  );
}

/** A script fills in the fields from `data-take`. Without scripts, the server fills them in. */
const Take = ({
  visit,
  what,
  fields,
  children,
}: PageProps<{ what: string; fields: Record<string, string>; children: string }>) => (
  <button
    type="submit"
    class="b quiet"
    formaction={at(visit, "/book")}
    formnovalidate
    name="takeOver"
    value={what}
    data-take={JSON.stringify(fields)}
  >
    {children}
  </button>
);

function historyOf({ phone, visits, lastVisit, noShows }: KnownGuest, zone: string): string {
  const digits = phone === null ? "no phone" : `...${lastDigits(phone)}`;
  const came = visits === 0 ? "no visits yet" : counted(visits, "visit");
  const last = lastVisit === null ? "" : `, last ${shortDate(lastVisit, zone)}`;
  const missed = noShows === 0 ? "" : `, ${counted(noShows, "no-show")}`;
  return `${digits}, ${came}${last}${missed}`;
}
