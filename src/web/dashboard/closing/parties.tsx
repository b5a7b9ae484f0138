/** @jsxImportSource hono/jsx */
import { shownPhone } from "../../../domain/phone-text.ts";
import type { ClosedParty } from "../../../operations/desk/close-parties.ts";
import { people } from "../../../words/en/phrases.ts";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { shortWhen } from "../when.ts";

const TEXTS: Readonly<Record<ClosedParty["text"], string>> = {
  planned: "text on its way",
  sent: "texted",
  not_sent: "the text did not go out",
  none: "not texted",
};

export const Party = ({ visit, party }: PageProps<{ party: ClosedParty }>) => (
  <div>
    <a href={at(visit, `/reservations/${party.id}`)}>
      <bdi>{party.name}</bdi>
    </a>
    <p class="soft small">
      {party.time}, {people(party.numberOfPeople)}, <Phone visit={visit} id={party.id} />
    </p>
  </div>
);

/** The phone in full: a `ClosedParty` has only its last digits. */
function Phone({ visit, id }: PageProps<{ id: string }>) {
  const phone = visit.desk.stores.reservations.get(id)?.phone ?? null;
  if (phone === null) return <>no phone</>;
  return (
    <a class="waiting-phone" href={`tel:${phone}`}>
      {shownPhone(phone, visit.brand.settings.defaultCountry)}
    </a>
  );
}

function textInWords({ id, text }: ClosedParty, visit: DeskVisit): string {
  const texts = text === "planned" ? visit.desk.stores.messages.ofReservation(id) : [];
  const waiting = texts.find(({ kind, state }) => kind === "cancellation" && state === "due");
  return waiting !== undefined && waiting.dueAt > visit.now
    ? `text waits until ${shortWhen(waiting.dueAt, visit)}`
    : TEXTS[text];
}

export const Cancelled = ({ visit, parties }: PageProps<{ parties: readonly ClosedParty[] }>) =>
  parties.length === 0 ? null : (
    <section class="card stack" aria-labelledby="cancelled-title">
      <h2 id="cancelled-title">Cancelled</h2>
      <p class="soft small">
        If the time is opened again and there is room, you can undo a cancellation on the party's
        page. Guests who got a text about the cancellation then get another text.
      </p>
      <ul class="special-days">
        {parties.map((party) => (
          <li>
            <Party visit={visit} party={party} />
            <span>Cancelled, {textInWords(party, visit)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
