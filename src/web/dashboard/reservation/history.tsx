/** @jsxImportSource hono/jsx */
import { clockTime, displayDate } from "../../../domain/time.ts";
import type {
  CardChange,
  CardMessage,
  ReservationCard,
} from "../../../operations/desk/reservation-card.ts";
import { changeWords } from "../../../words/en/host/operations.ts";
import { STATUS_WORDS } from "../../../words/en/host/status.ts";
import { shortDay } from "../book/slot-strip.tsx";
import { Badge } from "../components/badge.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { ACTOR_WORDS, KIND_WORDS, lineWords, STATE_WORDS, STATUS_TONES } from "./words.ts";

type Props = PageProps<{ card: ReservationCard }>;

/** Every text about it, and what became of it; those that were withdrawn stand apart. */
export function Messages({ visit, card: { messages } }: Props) {
  const told = messages.filter(({ state }) => state !== "void");
  const withdrawn = messages.filter(({ state }) => state === "void");
  return (
    <section class="card stack" aria-labelledby="texts-head">
      <h2 id="texts-head">Texts</h2>
      {told.length === 0 && <p class="soft">No texts sent or scheduled.</p>}
      <ul class="rows">
        {told.map((message) => (
          <MessageRow message={message} visit={visit} />
        ))}
      </ul>
      {withdrawn.length > 0 && (
        <details class="fold">
          <summary>{`${withdrawn.length} withdrawn before sending`}</summary>
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
  const [words, tone] = STATE_WORDS[state];
  return (
    <li>
      <details>
        <summary>
          <strong>{KIND_WORDS[kind]}</strong>
          <Badge tone={tone}>{words}</Badge>
          <span class="soft small">{whenOf(dueAt, visit)}</span>
        </summary>
        <p class="lines bubble">
          <bdi>{body.replace("{link}", "[link]")}</bdi>
        </p>
        <p class="soft small">{`To ...${to}, ${segments} SMS`}</p>
      </details>
    </li>
  );
}

/** "3:00 PM" today, "Sat, November 21, 3:00 PM" on other days. */
function whenOf(instant: number, { now, brand }: DeskVisit): string {
  const zone = brand.settings.timeZone;
  const day = displayDate(instant, zone);
  const time = clockTime(instant, zone);
  return day === displayDate(now, zone) ? time : `${shortDay(day)}, ${time}`;
}

/** Who did what and when, the last first. */
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
  const { at: instant, operation, actor, changes, reason } = change;
  return (
    <li class={`by-${actor.kind}`}>
      <p class="line">
        <strong>{changeWords(operation)}</strong>
        <span class="soft">
          <bdi>{actor.name}</bdi>
        </span>
        <Badge>{ACTOR_WORDS[actor.kind]}</Badge>
        <time class="soft small" datetime={new Date(instant).toISOString()}>
          {whenOf(instant, visit)}
        </time>
      </p>
      {reason !== null && (
        <p>
          Why: <bdi>{reason}</bdi>
        </p>
      )}
      {operation !== "create_booking" && changes.length > 0 && (
        <ul class="soft small">
          {changes.map((line) => (
            <li>
              <bdi>{lineWords(line)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What else this phone has booked here. */
export function Visits({ visit, card: { others, noShows, reservation } }: Props) {
  if (reservation.phone === null) return null;
  return (
    <section class="card stack" aria-labelledby="visits-head">
      <h2 id="visits-head">Other visits</h2>
      {others.length === 0 && <p class="soft">No other bookings for this phone.</p>}
      {noShows > 0 && (
        <p>
          <Badge tone="care">{noShows === 1 ? "1 no-show" : `${noShows} no-shows`}</Badge>
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
              <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
