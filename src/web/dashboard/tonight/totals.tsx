/** @jsxImportSource hono/jsx */
import type { DaySheet, SheetRow } from "../../../operations/desk/day-sheet.ts";
import { counted } from "../../../words/en/phrases.ts";
import type { PageProps } from "../desk-visit.ts";
import { type Asked, countsAsCovers, partOf, type Show, tonightPath } from "./tonight-view.ts";

export function Totals({
  visit,
  asked,
  sheet,
  rows,
}: PageProps<{ asked: Asked; sheet: DaySheet; rows: readonly SheetRow[] }>) {
  const all = rows.filter(countsAsCovers);
  const came = all.filter((row) => partOf(row) !== "to-come");
  const toCome = all.filter((row) => partOf(row) === "to-come");
  // Counts every service: at dinner, parties from lunch may still be here.
  const inNow = sheet.rows.filter((row) => partOf(row) === "here");
  return (
    <dl class="totals">
      <Total name="Covers" value={coversOf(all)} />
      <Total name="Parties" value={all.length} />
      <Total name="Arrived" value={came.length} more={coversOf(came)}>
        <Filter visit={visit} asked={asked} show="here" label="Show who is here" />
      </Total>
      {sheet.date === sheet.today && (
        <Total name="Here now" look="in-now" value={inNow.length} more={coversOf(inNow)} />
      )}
      <Total name="To come" value={toCome.length} more={coversOf(toCome)}>
        <Filter visit={visit} asked={asked} show="to-come" label="Show who is to come" />
      </Total>
    </dl>
  );
}

const coversOf = (rows: readonly SheetRow[]): number =>
  rows.reduce((sum, { numberOfPeople }) => sum + numberOfPeople, 0);

const Total = ({
  name,
  look,
  value,
  more,
  children,
}: {
  readonly name: string;
  readonly look?: string;
  readonly value: number;
  readonly more?: number;
  readonly children?: unknown;
}) => (
  <div class={look === undefined ? "total" : `total ${look}`}>
    <dt>{name}</dt>
    <dd>
      {value}
      {more !== undefined && more > 0 && <span class="more"> {counted(more, "cover")}</span>}
      {children}
    </dd>
  </div>
);

const Filter = ({
  visit,
  asked,
  show,
  label,
}: PageProps<{ asked: Asked; show: Show; label: string }>) => (
  <a
    class="over-all"
    href={tonightPath(visit, asked, { show: asked.show === show ? null : show, open: null })}
    aria-current={asked.show === show ? "true" : undefined}
  >
    <span class="unseen">{asked.show === show ? "Show everybody" : label}</span>
  </a>
);
