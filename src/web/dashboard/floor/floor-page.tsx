/** @jsxImportSource hono/jsx */
import { roleAtLeast } from "../../../domain/caller.ts";
import { addDays, formatDate } from "../../../domain/time.ts";
import { floorView } from "../../../operations/desk/floor-view.ts";
import { setSections } from "../../../operations/desk/set-sections.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { counted } from "../../../words/en/phrases.ts";
import { RefusedAbove } from "../components/concerned.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Icon } from "../components/icon.tsx";
import { at, type DeskPage, isManagedHere, read } from "../desk-visit.ts";
import { askedBy, type FloorProps, floorPath } from "./floor-view.ts";
import { Parties, WithoutTable } from "./parties.tsx";
import { choicesOf, PartyPanel } from "./party-panel.tsx";
import { Plan } from "./plan.tsx";
import { PlanPreview, previewOf } from "./plan-preview.tsx";
import { Sections, saveSections } from "./sections.tsx";
import { TableList } from "./table-list.tsx";
import { TablePanel } from "./table-panel.tsx";
import { Timeline } from "./timeline.tsx";

export const floorPage: DeskPage = {
  path: "/floor",
  async show(visit) {
    const asked = askedBy(visit.url);
    const view = await read(visit, floorView, asked.date === null ? {} : { date: asked.date });
    const props = { visit, view, asked };
    const choices = await choicesOf(visit, props);
    const preview = await previewOf(visit, props);
    return {
      title: "Floor",
      children: (
        <div class="floor">
          <Head {...props} />
          <RefusedAbove visit={visit} />
          {view.tables.length === 0 ? (
            <EmptyState title="No tables yet">
              {isManagedHere(visit) ? (
                <>
                  <p>Enter how many tables you have: maitred then draws a floor plan.</p>
                  <a class="b main" href={at(visit, "/settings/tables")}>
                    Set up the tables
                  </a>
                </>
              ) : (
                <p>Ask a manager to set up the tables.</p>
              )}
            </EmptyState>
          ) : (
            <div class="floor-columns">
              <div class="stack">
                <TablePanel {...props} />
                <PartyPanel {...props} choices={choices} />
                <PlanPreview {...props} preview={preview} />
                <WithoutTable {...props} />
                <Plan {...props} choices={choices} />
                <Timeline {...props} choices={choices} />
                <TableList {...props} />
                <Sections {...props} />
              </div>
              <Parties {...props} />
            </div>
          )}
        </div>
      ),
    };
  },
  sends: setSections,
  submit: saveSections,
};

function Head({ visit, view, asked }: FloorProps) {
  const { date, today } = view;
  const to = (day: string): string =>
    floorPath(visit, asked, {
      date: day === today ? null : day,
      table: null,
      party: null,
      plan: null,
    });
  const [weekday = "", day = ""] = formatDate(date).split(", ");
  const without = view.parties.filter(({ noTable }) => noTable).length;
  return (
    <div class="floor-head">
      <a class="b quiet square" href={to(addDays(date, -1))} aria-label="Previous day">
        <Icon name="back" />
      </a>
      <div class="floor-date">
        <h1>
          Floor, {weekday.slice(0, 3)} {day}
        </h1>
        {date !== today && (
          <p class="soft small">
            <a href={to(today)}>Back to today</a>
          </p>
        )}
      </div>
      <a class="b quiet square" href={to(addDays(date, 1))} aria-label="Next day">
        <Icon name="forward" />
      </a>
      {roleAtLeast(visit.role, "manager") && view.tables.length > 0 && (
        <a
          class="b quiet"
          href={floorPath(visit, asked, { plan: "yes", table: null, party: null })}
        >
          {buttonOf("plan_tables")}
        </a>
      )}
      {without > 0 && (
        <p class="floor-without">
          <a href="#parties">{counted(without, "party has", "parties have")} no table</a>
        </p>
      )}
    </div>
  );
}
