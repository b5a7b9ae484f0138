/** @jsxImportSource hono/jsx */
import { clockTime, displayTime, MINUTE } from "../../../domain/time.ts";
import type { WireEntry } from "../../../operations/waitlist/wire-entry.ts";
import { Badge } from "../components/badge.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";

export function Waiting({
  visit,
  entries,
  date,
  below,
}: {
  readonly visit: DeskVisit;
  readonly entries: readonly WireEntry[];
  readonly date: string;
  /** On narrow screens, puts the list below the sheet instead of above. */
  readonly below: boolean;
}) {
  return (
    <aside
      class={below || entries.length === 0 ? "waiting below" : "waiting"}
      id="waiting"
      aria-label="Waitlist"
    >
      <div class="page-head">
        <h2>
          Waiting <span class="count">{entries.length}</span>
        </h2>
        <a class="b quiet" href={at(visit, `/waitlist?date=${date}`)}>
          Waitlist
        </a>
      </div>
      {entries.length === 0 ? (
        <p class="soft">
          Nobody is waiting. When the restaurant is full, add guests to the waitlist.
          {visit.brand.settings.waitlist.enabled && " Freed tables are offered automatically."}
        </p>
      ) : (
        <ol>
          {entries.map((entry) => (
            <Entry entry={entry} visit={visit} />
          ))}
        </ol>
      )}
    </aside>
  );
}

function Entry({ entry, visit }: PageProps<{ entry: WireEntry }>) {
  const zone = visit.brand.settings.timeZone;
  const { offer, status, position } = entry;
  const window =
    entry.kind === "door"
      ? `at the door, ${Math.floor((visit.now - entry.createdAt) / MINUTE)} min`
      : windowOf(entry, zone);
  return (
    <li class={offer === null ? "entry" : "entry offered"} id={`w${entry.id}`}>
      <p class="entry-who">
        <span class="party">{entry.numberOfPeople}</span>{" "}
        <a class="name" href={at(visit, `/waitlist#entry-${entry.id}`)}>
          <bdi>{entry.name}</bdi>
        </a>
      </p>
      <p class="soft small">
        {position !== null && <span class="unseen">{`Number ${position} in line, `}</span>}
        {window} {status === "paused" && <Badge tone="care">paused</Badge>}
      </p>
      {offer !== null && (
        <p class="hold">
          <span>
            {entry.kind === "door"
              ? "Called"
              : `${offer.state === "sent" ? "Offered" : "Offering"} ${displayTime(offer.timestamp, zone)}`}
            , held
          </span>{" "}
          <time
            class="countdown"
            data-until={String(offer.holdUntil)}
            title={`until ${displayTime(offer.holdUntil, zone)}`}
          >
            until {displayTime(offer.holdUntil, zone)}
          </time>
        </p>
      )}
      {offer?.answered === true && (
        <p>
          <a class="to-read" href={at(visit, "/messages#unread")}>
            <Badge tone="care">answered, read the text</Badge>
          </a>
        </p>
      )}
    </li>
  );
}

function windowOf({ earliestTimestamp, latestTimestamp }: WireEntry, zone: string): string {
  const from = clockTime(earliestTimestamp, zone);
  const to = clockTime(latestTimestamp, zone);
  const half = / [AP]M$/.exec(to)?.[0];
  if (from === to) return from;
  return half !== undefined && from.endsWith(half)
    ? `${from.slice(0, -half.length)} - ${to}`
    : `${from} - ${to}`;
}
