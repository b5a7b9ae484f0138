/** @jsxImportSource hono/jsx */

import { isBookableTime } from "../../../domain/calendar.ts";
import { joinedNotes, PLACE_NOTES, SHEET_NOTES } from "../../../domain/reservation.ts";
import { clockTime, displayTime, HOUR, MINUTE } from "../../../domain/time.ts";
import type { DaySheet, SheetRow } from "../../../operations/desk/day-sheet.ts";
import { UNDO_MINUTES } from "../../../operations/undo-last-change.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { STATUS_WORDS } from "../../../words/en/host/labels.ts";
import { CsrfField } from "../../csrf-field.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Icon } from "../components/icon.tsx";
import { at, isManagedHere, type PageProps } from "../desk-visit.ts";
import { clip } from "../floor/plan.tsx";
import { pathOf } from "../page-path.ts";
import { type Action, nextActions } from "./next-actions.ts";
import { RowDetail } from "./row-detail.tsx";
import { Flags } from "./row-flags.tsx";
import { type Asked, type Chosen, countsAsCovers, partOf, tonightPath } from "./tonight-view.ts";

type Around = PageProps<{ asked: Asked; sheet: DaySheet }>;

const FORM = "act";
const PREVIEW = 90;

export function Sheet({
  rows,
  chosen,
  ...around
}: Around & { readonly rows: readonly SheetRow[]; readonly chosen: Chosen }) {
  const { visit, asked } = around;
  // Keep the unfolded row, because somebody may be typing in it.
  const isAsked = (row: SheetRow): boolean => partOf(row) === asked.show || row.id === asked.open;
  const shown = asked.show === null ? rows : rows.filter(isAsked);
  const during = isDuring(chosen, visit.now);
  const folds = during && asked.show === null && asked.query === null;
  const isDone = (row: SheetRow): boolean =>
    folds && row.status === "completed" && isPast(row, visit.now);
  const done = shown.filter(isDone);
  const open = shown.filter((row) => row.status !== "cancelled" && !isDone(row));
  const lacking = open.filter(({ flags }) => flags.includes("no_table"));
  const others = open.filter((row) => !lacking.includes(row));
  const cancelled = shown.filter(({ status }) => status === "cancelled");
  const nowAt = during ? others.findIndex(({ timestamp }) => timestamp > visit.now) : -1;
  if (shown.length === 0) return <Nobody {...around} chosen={chosen} />;
  return (
    <>
      {/* One form for all rows: each button names an operation and a reservation. */}
      <form id={FORM} method="post" action={at(visit)} hx-sync="this:queue all" data-passing>
        <CsrfField token={visit.csrf} />
        <input type="hidden" name="back" value={pathOf(visit)} />
      </form>
      {done.length > 0 && (
        <Folded id="done" name="done" rows={done} open={hasOpenRow(done, asked)} {...around} />
      )}
      {lacking.length > 0 && (
        <ol class="sheet lacking" aria-label="Parties without a table">
          {lacking.map((row) => (
            <Row row={row} {...around} />
          ))}
        </ol>
      )}
      <ol class="sheet">
        {others.map((row, index) => (
          <>
            {index === nowAt && (
              <li class="now-line" id="now">
                <span>Now {displayTime(visit.now, visit.brand.settings.timeZone)}</span>
              </li>
            )}
            <Row row={row} {...around} />
          </>
        ))}
      </ol>
      {cancelled.length > 0 && (
        <Folded
          id="cancelled"
          name="cancelled"
          rows={cancelled}
          open={asked.query !== null || hasOpenRow(cancelled, asked)}
          {...around}
        />
      )}
    </>
  );
}

const hasOpenRow = (rows: readonly SheetRow[], { open }: Asked): boolean =>
  open !== null && rows.some(({ id }) => id === open);

const Folded = ({
  id,
  name,
  rows,
  open,
  ...around
}: Around & Readonly<{ id: string; name: string; rows: readonly SheetRow[]; open: boolean }>) => (
  <details class="folded" id={id} open={open}>
    <summary>
      {rows.length} {name}
    </summary>
    <ol class="sheet">
      {rows.map((row) => (
        <Row row={row} {...around} />
      ))}
    </ol>
  </details>
);

const Act = ({
  visit,
  row: { id, name },
  action: { operation, label },
  look,
}: PageProps<{ row: SheetRow; action: Action; look: "next" | "quiet" }>) => (
  <button
    type="submit"
    class={`b ${look}`}
    form={FORM}
    formaction={at(visit, `/do/${operation}`)}
    name="about"
    value={id ?? ""}
    aria-label={`${label}: ${name}`}
  >
    <span class="word">{label}</span>
  </button>
);

const isDuring = ({ services }: Chosen, now: number): boolean =>
  services.some(({ opens, closes }) => opens <= now && now < closes);

function Row({ row, visit, asked, sheet }: Around & { readonly row: SheetRow }) {
  const { settings } = visit.brand;
  const { id, status, name, numberOfPeople } = row;
  const place = joinedNotes(row, PLACE_NOTES);
  const zone = settings.timeZone;
  const isOpen = asked.open === id;
  const [time = "", half = "", letters] = clockTime(row.timestamp, zone).split(" ");
  const preview = previewOf(row);
  const toTable = at(visit, `/floor?party=${id}#party`);
  const actions = nextActions(row, sheet.services, visit.now, settings.noShowGraceMinutes);
  return (
    <li class={`row ${status}${isPast(row, visit.now) ? " past" : ""}`} id={`r${id}`}>
      <span class="time">
        {time}
        <small>{half}</small>
        {letters !== undefined && <small class="letters">{letters}</small>}
      </span>
      <span class="status" title={STATUS_WORDS[status]}>
        <Icon name={status} />
        <span class="unseen">{STATUS_WORDS[status]}</span>
      </span>
      <span class="party">
        {numberOfPeople}
        <span class="unseen"> people</span>
      </span>
      <div class="who">
        <a
          class="name"
          data-row
          href={tonightPath(visit, asked, { open: isOpen ? null : id })}
          aria-expanded={isOpen ? "true" : "false"}
        >
          <bdi>{name}</bdi>
        </a>
        <div class="flags">
          <Flags
            row={row}
            now={visit.now}
            graceMs={settings.noShowGraceMinutes * MINUTE}
            askBeforeMs={settings.attendance.askHoursBefore * HOUR}
            zone={zone}
            toRead={at(visit, `/messages/${id}`)}
            toTable={toTable}
            stranded={!isBookableTime(settings, row.timestamp)}
          />
          {preview !== "" && !isOpen && !isPast(row, visit.now) && (
            <p class="preview">
              <bdi>{preview}</bdi>
            </p>
          )}
        </div>
      </div>
      {(row.tables.length > 0 || place !== "") && (
        <span class="place">
          {row.tables.length > 0 && (
            <a class="at-table" href={toTable}>
              {tablesNamed(row.tables)}
            </a>
          )}
          {place !== "" && <bdi title={place}>{clip(place, 40)}</bdi>}
        </span>
      )}
      <span class="acts">
        {status === "pending" && (
          <a class="b main" href={at(visit, `/reservations/${id}`)}>
            Decide
          </a>
        )}
        {actions.map((action, index) =>
          action.operation === "mark_no_show" ? (
            <details class="more-acts">
              <summary class="b quiet" aria-label={`More: ${name}`}>
                ...
              </summary>
              <Act visit={visit} row={row} action={action} look="quiet" />
            </details>
          ) : (
            <Act visit={visit} row={row} action={action} look={index === 0 ? "next" : "quiet"} />
          ),
        )}
      </span>
      {isOpen && <RowDetail row={row} visit={visit} />}
    </li>
  );
}

/**
 * True if it is too late for a host to undo the completion or cancellation. Until then, the row keeps its
 * size, so that no button moves under a finger.
 */
const isPast = ({ status, completedAt, updatedAt }: SheetRow, now: number): boolean =>
  (status === "completed" || status === "cancelled") &&
  now - (completedAt ?? updatedAt) > UNDO_MINUTES * MINUTE;

const previewOf = (row: SheetRow): string =>
  clip(joinedNotes(row, SHEET_NOTES).replace(/\s+/g, " "), PREVIEW);

function Nobody({ visit, asked, sheet, chosen }: Around & { readonly chosen: Chosen }) {
  if (asked.query !== null || asked.show !== null) {
    return (
      <EmptyState
        title={
          asked.query === null ? "Nobody on this list" : `Nobody on this day for “${asked.query}”`
        }
      >
        {asked.query !== null && (
          <p>Type part of the name, at least four digits of the phone, or a word from the notes.</p>
        )}
        <a class="b quiet" href={tonightPath(visit, asked, { query: null, show: null })}>
          Show everybody
        </a>
      </EmptyState>
    );
  }
  if (chosen.services.length === 0) {
    return (
      <EmptyState title="Closed on this day">
        <p>{sheet.note === null ? "No service on this day." : <bdi>{sheet.note}</bdi>}</p>
        {isManagedHere(visit) && (
          <a class="b quiet" href={at(visit, "/settings/services")}>
            Opening hours
          </a>
        )}
      </EmptyState>
    );
  }
  const hasOthers = chosen.name !== null && sheet.rows.some(countsAsCovers);
  return (
    <EmptyState
      title={hasOthers ? `No reservations for ${chosen.name} yet` : "No reservations yet"}
    >
      <p>
        {hasOthers
          ? "The day's other reservations are under the other services."
          : "Book the first table, or let an agent book it."}
      </p>
      <a class="b main" href={at(visit, `/book?date=${sheet.date}`)}>
        Book a table
      </a>
    </EmptyState>
  );
}
