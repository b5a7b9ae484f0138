/** @jsxImportSource hono/jsx */

import { leavesAt } from "../../../domain/occupancy.ts";
import { displayTime, MINUTE } from "../../../domain/time.ts";
import type { SheetRow } from "../../../operations/desk/day-sheet.ts";
import { alertPhrases } from "../../../words/en/host/labels.ts";
import { Badge, NoShows } from "../components/badge.tsx";
import { partOf } from "./tonight-view.ts";

/** More phrases do not fit in a row. */
const MOST_PHRASES = 3;

export function alertLine(row: SheetRow): string {
  const phrases = alertPhrases(row);
  const more = phrases.length - MOST_PHRASES;
  return `${phrases.slice(0, MOST_PHRASES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export function Flags({
  row,
  now,
  graceMs,
  askBeforeMs,
  zone,
  toRead,
  toTable,
  stranded,
}: {
  readonly row: SheetRow;
  readonly now: number;
  /** A guest who has not come counts as late this long after the start. */
  readonly graceMs: number;
  /** Guests are asked to confirm this long before the start. */
  readonly askBeforeMs: number;
  readonly zone: string;
  /** Path of the page with the guest's texts. */
  readonly toRead: string;
  /** Path of the page on which a table can be chosen. */
  readonly toTable: string;
  /** True if no service takes bookings for the party's start. */
  readonly stranded: boolean;
}) {
  const { flags, status, attendance, unread } = row;
  const alert = alertLine(row);
  const awaited = status === "booked";
  const lateMinutes = Math.floor((now - row.timestamp) / MINUTE);
  return (
    <>
      {alert !== "" && (
        <Badge tone="stop">
          Alert: <bdi>{alert}</bdi>
        </Badge>
      )}
      {unread > 0 && (
        <a class="to-read" href={toRead}>
          <Badge tone="care">{unread === 1 ? "text to read" : `${unread} texts to read`}</Badge>
        </a>
      )}
      {stranded && partOf(row) === "to-come" && <Badge tone="stop">outside hours</Badge>}
      {flags.includes("no_table") && (
        <a class="to-read" href={toTable}>
          <Badge tone="stop">no table</Badge>
        </a>
      )}
      {awaited && now >= row.timestamp + graceMs && (
        <Badge tone="care">{lateMinutes < 120 ? `${lateMinutes} min late` : "did not come?"}</Badge>
      )}
      {status === "seated" && <SeatedSince row={row} now={now} zone={zone} />}
      {status === "pending" && <Badge tone="care">request</Badge>}
      {flags.includes("large") && <Badge>large</Badge>}
      {partOf(row) === "to-come" && flags.includes("over_limit") && (
        <Badge tone="stop">over limit</Badge>
      )}
      {flags.includes("walk_in") && <Badge>walk-in</Badge>}
      {partOf(row) === "to-come" && <NoShows count={row.noShows} />}
      {awaited && (
        <Attendance
          attendance={attendance}
          call={flags.includes("call_to_confirm")}
          asked={now >= row.timestamp - askBeforeMs}
        />
      )}
      {awaited && flags.includes("sms_off") && <Badge>SMS off</Badge>}
    </>
  );
}

function SeatedSince({ row, now, zone }: Readonly<{ row: SheetRow; now: number; zone: string }>) {
  const { timestamp, endTimestamp, seatedAt } = row;
  const until = leavesAt({ startAt: timestamp, endAt: endTimestamp, seatedAt });
  const over = Math.floor((now - until) / MINUTE);
  if (over > 0) return <Badge tone="care">{`${over} min over`}</Badge>;
  return <span class="soft small">{`until ${displayTime(until, zone)}`}</span>;
}

function Attendance({
  attendance,
  call,
  asked,
}: Readonly<{ attendance: SheetRow["attendance"]; call: boolean; asked: boolean }>) {
  if (attendance === "no_reply") return <Badge tone="care">no reply, call</Badge>;
  // A confirmation clears `call`. On a confirmed reservation, `call` was therefore set later, so it is shown.
  if (call) return <Badge tone="care">call to confirm</Badge>;
  if (attendance === "confirmed") return <Badge tone="good">confirmed</Badge>;
  if (attendance !== "pending") return null;
  return <Badge>{asked ? "asked" : "to be asked"}</Badge>;
}
