/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { isBookableTime } from "../../../domain/calendar.ts";
import { joinedNotes, PLACE_NOTES, SHEET_NOTES } from "../../../domain/reservation.ts";
import { clockTime, displayTime, formatDate, zoneAbbreviation } from "../../../domain/time.ts";
import type { SheetRow } from "../../../operations/desk/day-sheet.ts";
import type { WaitingGuest } from "../../../operations/desk/waiting-guests.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { STATUS_WORDS } from "../../../words/en/host/labels.ts";
import { counted } from "../../../words/en/phrases.ts";
import type { PageProps } from "../desk-visit.ts";
import { clip } from "../floor/plan.tsx";
import { alertLine } from "../tonight/row-flags.tsx";
import { type Paper, phoneOf } from "./paper.ts";

type Props = PageProps<{ date: string; note: string | null; paper: Paper; wholePhones: boolean }>;

const COLUMNS = ["", "Time", "Party", "Guest", "Phone", "Table"];
const BLANK_LINES = 8;
/** In characters. A row is never split across pages, so a note must fit on one page. */
const LONGEST_NOTE = 500;

export const PaperSheet = (props: Props) => {
  const { visit, paper, note, wholePhones } = props;
  return (
    <table class="paper">
      <colgroup>
        {COLUMNS.map((name) => (
          <col class={name === "" ? "here" : name.toLowerCase()} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th colspan={COLUMNS.length} class="head">
            <Head {...props} />
          </th>
        </tr>
        <tr class="columns">
          {COLUMNS.map((name) => (
            <th scope="col">{name === "" ? <span class="unseen">Here</span> : name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {note !== null && (
          <tr>
            <td colspan={COLUMNS.length} class="day-note">
              <bdi>{note}</bdi>
            </td>
          </tr>
        )}
        {paper.rows.length === 0 && (
          <tr>
            <td colspan={COLUMNS.length}>No reservations yet.</td>
          </tr>
        )}
        {paper.rows.map((row) => (
          <Row row={row} visit={visit} wholePhones={wholePhones} />
        ))}
      </tbody>
      {paper.waiting.length > 0 && (
        <tbody>
          <Part>Waitlist ({paper.waiting.length})</Part>
          {paper.waiting.map((guest) => (
            <Waiting guest={guest} visit={visit} wholePhones={wholePhones} />
          ))}
        </tbody>
      )}
      <tbody>
        <Part>Walk-ins</Part>
        {Array.from({ length: BLANK_LINES }, () => (
          <tr class="blank">
            <td>
              <Box />
            </td>
            {COLUMNS.slice(1).map(() => (
              <td></td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

function Head({ visit, date, paper }: Props) {
  const zone = visit.brand.settings.timeZone;
  const { service, covers, parties, cancelled } = paper;
  return (
    <div class="head-words">
      <div>
        <h2>
          <bdi>{service?.name ?? "Outside all services"}</bdi>, {formatDate(date)}
        </h2>
        <p>
          <bdi>{visit.brand.name}</bdi>
          {service !== null &&
            `, seating ${clockTime(service.opens, zone)} to ${displayTime(service.lastSeating, zone)}`}
        </p>
      </div>
      <div class="totals">
        <p>
          <strong>{counted(covers, "cover")}</strong>, {counted(parties, "party", "parties")}
          {cancelled > 0 && `, ${cancelled} cancelled`}
        </p>
        <p>
          Printed {displayTime(visit.now, zone)} {zoneAbbreviation(visit.now, zone)}
        </p>
      </div>
    </div>
  );
}

const Part = ({ children }: { readonly children: Child }) => (
  <tr class="part">
    <th colspan={COLUMNS.length} scope="rowgroup">
      {children}
    </th>
  </tr>
);

const Box = () => <span class="box"></span>;

function Row({
  row,
  visit,
  wholePhones,
}: Pick<Props, "visit" | "wholePhones"> & { readonly row: SheetRow }) {
  const zone = visit.brand.settings.timeZone;
  const isExpected = row.status === "booked";
  const [time = "", ...half] = clockTime(row.timestamp, zone).split(" ");
  return (
    <tr class={row.status === "no_show" ? "gone" : undefined}>
      <td>{isExpected ? <Box /> : <span class="mark">{STATUS_WORDS[row.status]}</span>}</td>
      <td class="time">
        {time} <small>{half.join(" ")}</small>
      </td>
      <td class="party">{row.numberOfPeople}</td>
      <td class="guest">
        <p>
          <bdi class="name">{row.name}</bdi>{" "}
          <Flags row={row} stranded={!isBookableTime(visit.brand.settings, row.timestamp)} />
        </p>
        {SHEET_NOTES.map((field) => (
          <Note text={row[field]} />
        ))}
      </td>
      <td class="phone">{phoneOf(row.phone, wholePhones, visit.brand.settings.defaultCountry)}</td>
      <td class="place">
        {row.tables.length > 0 && <strong>{tablesNamed(row.tables)} </strong>}
        {row.flags.includes("no_table") && <strong>No table </strong>}
        <bdi>{clipped(joinedNotes(row, PLACE_NOTES))}</bdi>
      </td>
    </tr>
  );
}

function Flags({ row, stranded }: { readonly row: SheetRow; readonly stranded: boolean }) {
  const { flags, noShows, attendance, status } = row;
  const alert = alertLine(row);
  const said: string[] = [];
  if (stranded && (status === "booked" || status === "pending")) said.push("outside hours");
  if (flags.includes("large")) said.push("large");
  if (flags.includes("walk_in")) said.push("walk-in");
  if (noShows > 0) said.push(counted(noShows, "no-show"));
  if (status === "booked" && attendance === "no_reply") said.push("no reply, call");
  else if (status === "booked" && flags.includes("call_to_confirm")) said.push("call to confirm");
  else if (status === "booked" && attendance === "confirmed") said.push("confirmed");
  return (
    <>
      {alert !== "" && (
        <strong class="allergy">
          ALERT: <bdi>{alert}</bdi>
        </strong>
      )}{" "}
      {said.length > 0 && <span class="flags">{said.join(" · ")}</span>}
    </>
  );
}

const Note = ({ text }: { readonly text: string }) =>
  text.trim() === "" ? null : (
    <p class="note">
      <bdi>{clipped(text)}</bdi>
    </p>
  );

function Waiting({
  guest,
  visit,
  wholePhones,
}: Pick<Props, "visit" | "wholePhones"> & { readonly guest: WaitingGuest }) {
  const zone = visit.brand.settings.timeZone;
  const { offer } = guest;
  return (
    <tr>
      <td>
        <Box />
      </td>
      <td class="window">
        {displayTime(guest.earliestTimestamp, zone)} to {displayTime(guest.latestTimestamp, zone)}
      </td>
      <td class="party">{guest.numberOfPeople}</td>
      <td class="guest">
        <p>
          <bdi class="name">{guest.name}</bdi>{" "}
          {guest.status === "paused" && <span class="flags">paused</span>}
          {offer !== null && (
            <span class="flags">
              offered {displayTime(offer.timestamp, zone)}, held until{" "}
              {displayTime(offer.holdUntil, zone)}
              {offer.answered && ", guest replied: read the text"}
            </span>
          )}
        </p>
        <Note text={guest.notes} />
      </td>
      <td class="phone">
        {phoneOf(guest.phone, wholePhones, visit.brand.settings.defaultCountry)}
      </td>
      <td></td>
    </tr>
  );
}

const clipped = (text: string): string => clip(text.replace(/\s+/g, " ").trim(), LONGEST_NOTE);
