/** @jsxImportSource hono/jsx */
import { roleAtLeast } from "../../../domain/caller.ts";
import type { DaySheet } from "../../../operations/desk/day-sheet.ts";
import { Icon } from "../components/icon.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { printPath } from "../print/print-page.tsx";
import type { Chosen } from "./tonight-view.ts";

/** The day on paper, and for managers in a file. */
export function TakeAway({
  visit,
  sheet: { date },
  chosen,
}: PageProps<{ sheet: DaySheet; chosen: Chosen }>) {
  if (chosen.services.length === 0) return null;
  const wanted = { date, service: chosen.name, wholePhones: true };
  return (
    <div class="take-away">
      <a class="b quiet" href={printPath(visit, wanted)} hx-boost="false">
        <Icon name="print" /> Print
      </a>
      {roleAtLeast(visit.role, "manager") && (
        <details id="export">
          <summary class="b quiet">Export</summary>
          <form method="get" action={at(visit, "/export.csv")} hx-boost="false">
            <Day name="from" label="From" date={date} />
            <Day name="to" label="To, included" date={date} />
            <button type="submit" class="b quiet">
              Download CSV
            </button>
          </form>
          <p class="soft small">
            For any spreadsheet, with phones and e-mails, including cancelled reservations. Keep it
            as safe as the guest book.
          </p>
        </details>
      )}
    </div>
  );
}

const Day = ({ name, label, date }: Readonly<{ name: string; label: string; date: string }>) => (
  <div>
    <label for={`export-${name}`}>{label}</label>
    <input id={`export-${name}`} type="date" name={name} value={date} required />
  </div>
);
