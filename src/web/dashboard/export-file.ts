import { todayOf } from "../../domain/calendar.ts";
import { refusal } from "../../domain/errors.ts";
import { addDays, daysBetween, isLocalDate } from "../../domain/time.ts";
import { exportDay } from "../../operations/desk/export-day.ts";
import { BOM, csvOf } from "../../operations/export/csv.ts";
import { columnsOf } from "../../operations/export/tables.ts";
import { MAX_DAYS } from "../../operations/list-bookings.ts";
import { DESK_HEADERS } from "./answers.ts";
import { type DeskPage, type DeskVisit, read } from "./desk-visit.ts";
import { streamed } from "./streamed.ts";

/** The reservations of one day (`date`) or of the days `from` to `to`, in the format of `maitred export`. */
export const exportFile: DeskPage = {
  path: "/export.csv",
  async show(visit) {
    const { from, to } = spanOf(visit);
    const rowsOf = async (now: Pick<DeskVisit, "desk" | "caller">, date: string) =>
      csvOf((await read(now, exportDay, { date })).rows);
    // Read the first day now, so that a refusal becomes an error page, not a file.
    const first = `${BOM}${csvOf([columnsOf("reservations")])}${await rowsOf(visit, from)}`;
    let date = from;
    const rows = streamed(visit, first, async (now) => {
      if (date === to) return null;
      date = addDays(date, 1);
      return rowsOf(now, date);
    });
    const name = from === to ? from : `${from}-to-${to}`;
    return new Response(rows, {
      headers: {
        ...DESK_HEADERS,
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${visit.brand.slug}-${name}.csv"`,
      },
    });
  },
};

/** The days that the page's address names, or today if it names none. Throws INVALID_INPUT. */
function spanOf({ url: { searchParams }, brand, now }: DeskVisit): { from: string; to: string } {
  const given = (name: string): string | null => searchParams.get(name)?.trim() || null;
  const date = given("date") ?? todayOf(brand.settings, now);
  const from = given("from") ?? given("to") ?? date;
  const to = given("to") ?? from;
  for (const [name, day] of Object.entries({ from, to })) {
    if (!isLocalDate(day)) {
      throw refusal("INVALID_INPUT.no_such_date", { parameter: name, say: { typed: day } });
    }
  }
  const days = daysBetween(from, to) + 1;
  if (days < 1) {
    throw refusal("INVALID_INPUT.days_swapped", { parameter: "to", say: { from, to } });
  }
  if (days > MAX_DAYS) {
    const say = { days, most: MAX_DAYS };
    throw refusal("INVALID_INPUT.days_of_download", { parameter: "to", say });
  }
  return { from, to };
}
