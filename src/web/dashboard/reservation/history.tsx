/** @jsxImportSource hono/jsx */
import type {
  CardChange,
  CardMessage,
  ReservationCard,
} from "../../../operations/desk/reservation-card.ts";
import { moveCause } from "../../../words/en/host/floor.ts";
import { ACTOR_WORDS, TEXT_KINDS, TEXT_STATES } from "../../../words/en/host/labels.ts";
import { changeWords } from "../../../words/en/host/operations.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Badge, isTrouble, NoShows, StatusBadge, TextBadge } from "../components/badge.tsx";
import { ButtonLink } from "../components/button.tsx";
import { isWithoutGateway, NoGateway } from "../components/no-gateway.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { shortWhen } from "../when.ts";
import { ChangeLines, Why } from "./change-lines.tsx";

type Props = PageProps<{ card: ReservationCard }>;

export function Messages({ visit, card: { messages, reservation } }: Props) {
  const told = messages.filter(({ state }) => state !== "void");
  const withdrawn = messages.filter(({ state }) => state === "void");
  return (
    <section class="card stack" aria-labelledby="texts-head">
      <div class="line">
        <h2 id="texts-head">Texts</h2>
        {reservation.phone !== null && !isWithoutGateway(visit) && (
          <ButtonLink href={at(visit, `/messages/${reservation.id}`)}>Text the guest</ButtonLink>
        )}
      </div>
      {isWithoutGateway(visit) && (
        <p class="soft">
          <NoGateway visit={visit} />
        </p>
      )}
      {told.length === 0 && <p class="soft">No texts sent or scheduled.</p>}
      <ul class="rows">
        {told.map((message) => (
          <MessageRow message={message} visit={visit} />
        ))}
      </ul>
      {withdrawn.length > 0 && (
        <details class="fold">
          <summary>{`${counted(withdrawn.length, "text")} withdrawn before sending`}</summary>
          <ul class="rows">
            {withdrawn.map((message) => (
              <MessageRow message={message} visit={visit} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function MessageRow({ message, visit }: PageProps<{ message: CardMessage }>) {
  const { kind, state, dueAt, segments, to, body } = message;
  return (
    <li>
      <details>
        <summary>
          <strong>{TEXT_KINDS[kind]}</strong>
          <TextBadge state={state} />
          <span class="soft small">{shortWhen(dueAt, visit)}</span>
        </summary>
        <p class="lines bubble">
          <bdi>{body.replace("{link}", "[link]")}</bdi>
        </p>
        <p class="soft small">
          {`To ...${to}, ${counted(segments, "segment")}`}
          {isTrouble(state) && `. ${TEXT_STATES[state].meaning}`}
        </p>
      </details>
    </li>
  );
}

export function Timeline({ visit, card: { history } }: Props) {
  return (
    <section class="card stack" aria-labelledby="history-head">
      <h2 id="history-head">History</h2>
      <ol class="timeline">
        {history.map((change) => (
          <ChangeRow change={change} visit={visit} />
        ))}
      </ol>
    </section>
  );
}

function ChangeRow({ change, visit }: PageProps<{ change: CardChange }>) {
  const { at: instant, operation, actor, changes, reason, cause } = change;
  return (
    <li class={`by-${actor.kind}`}>
      <p class="line">
        <strong>{changeWords(operation)}</strong>
        <span class="soft">
          <bdi>{actor.name}</bdi>
        </span>
        <Badge>{ACTOR_WORDS[actor.kind]}</Badge>
        <time class="soft small" datetime={new Date(instant).toISOString()}>
          {shortWhen(instant, visit)}
        </time>
      </p>
      <Why reason={cause === null ? reason : moveCause(cause)} />
      {operation !== "create_booking" && <ChangeLines lines={changes} />}
    </li>
  );
}

export function Visits({ visit, card: { others, noShows, reservation } }: Props) {
  if (reservation.phone === null) return null;
  return (
    <section class="card stack" aria-labelledby="visits-head">
      <h2 id="visits-head">Other visits</h2>
      {others.length === 0 && <p class="soft">No other bookings for this phone.</p>}
      {noShows > 0 && (
        <p>
          <NoShows count={noShows} />
        </p>
      )}
      <ul class="rows">
        {others.map(({ id, name, numberOfPeople, date, time, status }) => (
          <li>
            <a class="visit" href={at(visit, `/reservations/${id}`)}>
              <span>{`${date.replace(/^\w+, /, "")}, ${time}`}</span>
              <span class="soft">
                {`${numberOfPeople} · `}
                <bdi>{name}</bdi>
              </span>
              <StatusBadge status={status} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
