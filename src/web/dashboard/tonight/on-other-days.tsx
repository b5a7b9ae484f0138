/** @jsxImportSource hono/jsx */
import { joinedNotes, NOTE_FIELDS } from "../../../domain/reservation.ts";
import type { OtherDays } from "../../../operations/desk/other-days.ts";
import { STATUS_WORDS } from "../../../words/en/host/labels.ts";
import { Icon } from "../components/icon.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { dayAndTime } from "../when.ts";
import { type Asked, tonightPath } from "./tonight-view.ts";

type Props = PageProps<{ asked: Asked; found: OtherDays }>;

export const OnOtherDays = ({ visit, asked, found: { ahead, back, more, older } }: Props) => (
  <section class="other-days" id="other-days" aria-labelledby="other-days-title">
    <h2 id="other-days-title">On other days</h2>
    {ahead.length === 0 && back.length === 0 && <p class="soft">Nobody found.</p>}
    <List visit={visit} rows={ahead} name="To come" />
    <List visit={visit} rows={back} name="Earlier" />
    {more && <p class="soft small">Some results are left out: type more of the name or phone.</p>}
    {older !== null && (
      <p class="soft small">
        Names were searched back to {dayAndTime(older, visit)}.{" "}
        <a class="further" href={`${tonightPath(visit, asked)}&before=${older}`}>
          Look further back
        </a>
      </p>
    )}
  </section>
);

const List = ({ visit, rows, name }: PageProps<{ rows: OtherDays["ahead"]; name: string }>) =>
  rows.length === 0 ? null : (
    <>
      <h3>{name}</h3>
      <ol>
        {rows.map((row) => (
          <li>
            <a href={at(visit, `/reservations/${row.id}`)}>
              <span class="day-and-time">{dayAndTime(row.timestamp, visit)}</span>
              <span class="status" title={STATUS_WORDS[row.status]}>
                <Icon name={row.status} />
                <span class="unseen">{STATUS_WORDS[row.status]}</span>
              </span>
              <span class="party">
                {row.numberOfPeople}
                <span class="unseen"> people</span>
              </span>
              <strong>
                <bdi>{row.name}</bdi>
              </strong>
              {row.phone !== null && <span class="soft small">{`ends in ${row.phone}`}</span>}
              <span class="soft small told">
                <bdi>{joinedNotes(row, NOTE_FIELDS)}</bdi>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </>
  );
