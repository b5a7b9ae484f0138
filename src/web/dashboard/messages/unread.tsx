/** @jsxImportSource hono/jsx */
import { shownPhone } from "../../../domain/phone-text.ts";
import type { UnreadText } from "../../../operations/desk/unread-texts.ts";
import { counted, people } from "../../../words/en/phrases.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { shortWhen } from "../when.ts";

export const Unread = ({
  visit,
  texts,
  withoutLink = false,
}: {
  readonly visit: DeskVisit;
  readonly texts: readonly UnreadText[];
  readonly withoutLink?: boolean;
}) =>
  texts.length === 0 ? null : (
    <section class="unread" id="unread" aria-labelledby="unread-title">
      <h2 id="unread-title">{counted(texts.length, "text")} to read</h2>
      <Texts visit={visit} texts={texts} withoutLink={withoutLink} />
    </section>
  );

export const Unclaimed = ({ visit, texts }: PageProps<{ texts: readonly UnreadText[] }>) =>
  texts.length === 0 ? null : (
    <section class="unread" aria-labelledby="unclaimed-title">
      <h2 id="unclaimed-title">{counted(texts.length, "text")} from unknown phones</h2>
      <p class="soft">
        No restaurant here had texted these phones before. You see these texts because you are an
        owner of all restaurants.
      </p>
      <Texts visit={visit} texts={texts} withoutLink isUnclaimed />
    </section>
  );

const Texts = ({
  visit,
  texts,
  withoutLink,
  isUnclaimed = false,
}: PageProps<{ texts: readonly UnreadText[]; withoutLink: boolean; isUnclaimed?: boolean }>) => (
  <ul>
    {texts.map((text) => (
      <li class="card unread-text" id={`unread-${text.id}`}>
        <p>
          <strong>
            <bdi>{text.guestName ?? text.phone}</bdi>
          </strong>{" "}
          <span class="soft">{shortWhen(text.receivedAt, visit)}</span>
        </p>
        <blockquote>
          <bdi>{text.body === "" ? "(an empty text)" : text.body}</bdi>
        </blockquote>
        <div class="line">
          {!isUnclaimed && (
            <ButtonLink href={at(visit, `/messages/${text.id}`)} look="main">
              Answer
            </ButtonLink>
          )}
          <OperationForm visit={visit} operation="mark_text_read" id={text.id}>
            <Button look="quiet">Mark as read</Button>
          </OperationForm>
          {text.phone.startsWith("+") && (
            <ButtonLink href={`tel:${text.phone}`}>
              Call {shownPhone(text.phone, visit.brand.settings.defaultCountry)}
            </ButtonLink>
          )}
          {!(withoutLink && text.reservations.length < 2) && <About visit={visit} text={text} />}
        </div>
      </li>
    ))}
  </ul>
);

const About = ({ visit, text }: PageProps<{ text: UnreadText }>) => {
  const { reservationId, reservations } = text;
  if (reservations.length < 2) {
    if (reservationId === null) return null;
    return <ButtonLink href={at(visit, `/reservations/${reservationId}`)}>Reservation</ButtonLink>;
  }
  return (
    <details class="unread-about">
      <summary class="b quiet">{reservations.length} reservations</summary>
      <ul>
        {reservations.map(({ id, date, time, numberOfPeople }) => (
          <li>
            <a href={at(visit, `/reservations/${id}`)}>
              {date}, {time}, {people(numberOfPeople)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
};
