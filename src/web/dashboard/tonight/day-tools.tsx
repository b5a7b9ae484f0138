/** @jsxImportSource hono/jsx */
import type { DaySheet } from "../../../operations/desk/day-sheet.ts";
import { closingPath } from "../closing/close-as-chosen.ts";
import { Field } from "../components/field.tsx";
import { Icon } from "../components/icon.tsx";
import { at, isManagedHere, type PageProps } from "../desk-visit.ts";
import { printPath } from "../print/print-page.tsx";
import type { Chosen } from "./tonight-view.ts";

export function DayTools({
  visit,
  sheet: { date },
  chosen,
}: PageProps<{ sheet: DaySheet; chosen: Chosen }>) {
  if (chosen.services.length === 0) return null;
  const day = { type: "date", value: date, required: true } as const;
  const wanted = { date, service: chosen.name, wholePhones: true };
  return (
    <div class="day-tools">
      <a class="b quiet" href={printPath(visit, wanted)} hx-boost="false">
        <Icon name="print" /> Print
      </a>
      {isManagedHere(visit) && (
        <a class="b quiet" href={closingPath(visit, date)}>
          Close this day
        </a>
      )}
      {isManagedHere(visit) && (
        <details id="export">
          <summary class="b quiet">Export</summary>
          <form method="get" action={at(visit, "/export.csv")} hx-boost="false">
            <Field {...day} name="from" id="export-from" label="From" />
            <Field {...day} name="to" id="export-to" label="To (included)" />
            <button type="submit" class="b quiet">
              Download CSV
            </button>
          </form>
          <p class="soft small">
            A file for spreadsheet programs. It includes phones, e-mails and cancelled reservations,
            so keep it safe.
          </p>
        </details>
      )}
    </div>
  );
}
