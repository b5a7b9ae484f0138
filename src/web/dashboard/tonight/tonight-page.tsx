/** @jsxImportSource hono/jsx */
import { type DaySheet, daySheet, type SheetRow } from "../../../operations/desk/day-sheet.ts";
import { openRequests } from "../../../operations/desk/open-requests.ts";
import { otherDays } from "../../../operations/desk/other-days.ts";
import { unmarkedParties } from "../../../operations/desk/unmarked-parties.ts";
import { waitingGuests } from "../../../operations/desk/waiting-guests.ts";
import { counted } from "../../../words/en/phrases.ts";
import { closingPath } from "../closing/close-as-chosen.ts";
import { RefusedAbove } from "../components/concerned.tsx";
import { type DeskPage, isManagedHere, type PageProps, read } from "../desk-visit.ts";
import { Guide } from "../set-up/guide.tsx";
import { DayTools } from "./day-tools.tsx";
import { OnOtherDays } from "./on-other-days.tsx";
import { Plot } from "./plot.tsx";
import { Requests } from "./requests.tsx";
import { Sheet } from "./sheet.tsx";
import { ServiceTabs, TonightHead } from "./tonight-head.tsx";
import { askedBy, type Chosen, chooseService, rowsIn } from "./tonight-view.ts";
import { Totals } from "./totals.tsx";
import { Unmarked } from "./unmarked.tsx";
import { Waiting } from "./waiting.tsx";
import { sizeAtDoor } from "./walk-in.tsx";
import { walkInPanel } from "./walk-in-panel.tsx";

/** Operations whose forms show their own refusals. */
const SHOWN_IN_PLACE = ["add_note"];
const SHOWN_IN_PANEL = ["seat_walk_in", "add_to_door"];

export const tonightPage: DeskPage = {
  path: "",
  async show(visit) {
    const asked = askedBy(visit.url);
    const { date, query } = asked;
    const sheet = await read(visit, daySheet, {
      ...(date === null ? {} : { date }),
      ...(query === null ? {} : { query }),
    });
    const { guests } = await read(visit, waitingGuests, { date: sheet.date });
    const before = Number(visit.url.searchParams.get("before"));
    const further = Number.isSafeInteger(before) && before > 0 ? { before } : {};
    const others =
      query === null ? null : await read(visit, otherDays, { query, date: sheet.date, ...further });
    const { requests } = await read(visit, openRequests);
    const { parties } = await read(visit, unmarkedParties, { date: sheet.date });
    const size = sizeAtDoor(visit);
    const panel = size === null ? null : await walkInPanel({ visit, size });
    const inPanel = panel === null ? [] : SHOWN_IN_PANEL;
    const isRefused = inPanel.includes(visit.refused?.operation ?? "");
    const chosen = chooseService(sheet, asked, visit.now);
    const rows = rowsIn(sheet.rows, chosen);
    const zone = visit.brand.settings.timeZone;
    return {
      title: titleOf(sheet),
      children: (
        <div class="tonight">
          <TonightHead visit={visit} asked={asked} sheet={sheet} chosen={chosen} />
          <RefusedAbove visit={visit} inPlace={[...SHOWN_IN_PLACE, ...inPanel]} />
          <Guide visit={visit} />
          {/* After a refusal, desk.js keeps this element when the page refreshes itself. */}
          <div id="refused">{isRefused && panel}</div>
          {!isRefused && panel}
          {query === null && <Requests visit={visit} requests={requests} />}
          {query === null && <Unmarked visit={visit} parties={parties} />}
          {query === null && (
            <ServiceTabs visit={visit} asked={asked} sheet={sheet} chosen={chosen} />
          )}
          {query === null && <Closed visit={visit} sheet={sheet} />}
          {sheet.note !== null && sheet.services.length > 0 && (
            <p class="day-note">
              <bdi>{sheet.note}</bdi>
            </p>
          )}
          {query === null && isPlotFilled(chosen, rows) && (
            <section class="evening" aria-label="How full the day is">
              <Totals visit={visit} asked={asked} sheet={sheet} rows={rows} />
              <a class="to-plot" href="#plot">
                How full the day is
              </a>
              <Plot services={chosen.services} zone={zone} now={visit.now} />
            </section>
          )}
          <div class="columns">
            <section class="rows" aria-label="Reservations">
              <Sheet visit={visit} asked={asked} sheet={sheet} chosen={chosen} rows={rows} />
              {others !== null && <OnOtherDays visit={visit} asked={asked} found={others} />}
              <DayTools visit={visit} sheet={sheet} chosen={chosen} />
            </section>
            <Waiting
              visit={visit}
              entries={guests}
              date={sheet.date}
              below={query !== null || asked.show !== null}
            />
          </div>
        </div>
      ),
    };
  },
};

const isPlotFilled = ({ services }: Chosen, rows: readonly SheetRow[]): boolean =>
  services.length > 0 &&
  (rows.length > 0 || services.some(({ slots }) => slots.some(({ covers }) => covers > 0)));

function Closed({ visit, sheet: { date, services, rows, note } }: PageProps<{ sheet: DaySheet }>) {
  const count = (wanted: SheetRow["status"]): number =>
    rows.filter(({ status }) => status === wanted).length;
  const [booked, undecided] = [count("booked"), count("pending")];
  if (services.length > 0 || booked + undecided === 0) return null;
  const left = [
    booked > 0 && `${counted(booked, "party is", "parties are")} still booked`,
    undecided > 0 && `${counted(undecided, "request is", "requests are")} undecided`,
  ];
  const them = booked + undecided === 1 ? "it" : "them";
  return (
    <p class="notice">
      <strong>Closed on this day.</strong> {note !== null && <bdi>{note}</bdi>}
      <br />
      {left.filter(Boolean).join(", and ")}. The guests were not texted about the closing.{" "}
      {isManagedHere(visit) ? (
        <a href={closingPath(visit, date)}>Move or cancel {them}</a>
      ) : (
        `Move or cancel ${them}.`
      )}
    </p>
  );
}

const titleOf = ({ date, today }: DaySheet): string => (date === today ? "Tonight" : date);
