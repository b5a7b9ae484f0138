/** @jsxImportSource hono/jsx */
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { formatDate } from "../../../domain/time.ts";
import { type DaySheet, daySheet } from "../../../operations/desk/day-sheet.ts";
import { waitingGuests } from "../../../operations/desk/waiting-guests.ts";
import { Head } from "../../head.tsx";
import { deskAnswer } from "../answers.ts";
import { PRINT_SCRIPT_PATH, PRINT_STYLE_PATH } from "../assets.ts";
import { at, type DeskPage, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { askedBy } from "../tonight/tonight-view.ts";
import { papersOf } from "./paper.ts";
import { PaperSheet } from "./paper-sheet.tsx";

interface Wanted {
  readonly date: string;
  /** Null for all services, each on its own page. */
  readonly service: string | null;
  readonly wholePhones: boolean;
}

export const printPage: DeskPage = {
  path: "/print",
  async show(visit) {
    const { date, service } = askedBy(visit.url);
    const wholePhones = visit.url.searchParams.get("phones") !== "short";
    const sheet = await read(visit, daySheet, {
      ...(date === null ? {} : { date }),
      wholePhones: true,
    });
    const { guests } = await read(visit, waitingGuests, { date: sheet.date });
    const wanted = { date: sheet.date, service, wholePhones };
    const papers = papersOf(sheet, guests, service);
    return deskAnswer(
      visit.request,
      page(
        visit,
        sheet,
        <>
          <Bar visit={visit} sheet={sheet} wanted={wanted} />
          {/* Focusable, so that a sheet wider than a phone can be scrolled by keyboard. */}
          <main id="main" tabindex={0}>
            {papers.length === 0 && (
              <p class="closed">
                Closed on this day. {sheet.note !== null && <bdi>{sheet.note}</bdi>}
              </p>
            )}
            {papers.map((paper) => (
              <PaperSheet
                visit={visit}
                date={sheet.date}
                note={sheet.note}
                paper={paper}
                wholePhones={wholePhones}
              />
            ))}
          </main>
        </>,
      ),
    );
  },
};

const page = ({ brand }: DeskVisit, { date }: DaySheet, children: Child) =>
  html`<!doctype html>${(
    <html lang="en">
      <Head
        title={`Day sheet ${date} - ${brand.name}`}
        style={PRINT_STYLE_PATH}
        scripts={[PRINT_SCRIPT_PATH]}
      />
      <body>{children}</body>
    </html>
  )}`;

function Bar({ visit, sheet, wanted }: PageProps<{ sheet: DaySheet; wanted: Wanted }>) {
  const names = sheet.services.map(({ name }) => name);
  const shown = names.find((name) => name === wanted.service) ?? null;
  const isToday = sheet.date === sheet.today;
  return (
    <header class="bar">
      <div class="line">
        <a href={at(visit, isToday ? "" : `?date=${sheet.date}`)}>Back</a>
        <h1>Day sheet, {formatDate(sheet.date)}</h1>
        <button type="button" data-print>
          Print
        </button>
      </div>
      <nav class="line" aria-label="What to print">
        {names.length > 1 &&
          [null, ...names].map((service) => (
            <a
              href={printPath(visit, { ...wanted, service })}
              aria-current={shown === service ? "true" : undefined}
            >
              {service === null ? "All services" : <bdi>{service}</bdi>}
            </a>
          ))}
        <a href={printPath(visit, { ...wanted, wholePhones: !wanted.wholePhones })}>
          {wanted.wholePhones ? "Show only last digits of phones" : "Show whole phone numbers"}
        </a>
      </nav>
      <p class="hint">
        A4 or US letter, at least one page per service. The sheet shows guests' names and phones:
        keep it at the desk, and shred it afterwards.
        <span class="no-script"> Print it with your browser.</span>
      </p>
    </header>
  );
}

export function printPath(visit: Pick<DeskVisit, "brand">, wanted: Wanted): string {
  const query = new URLSearchParams({ date: wanted.date });
  if (wanted.service !== null) query.set("service", wanted.service);
  if (!wanted.wholePhones) query.set("phones", "short");
  return at(visit, `/print?${query.toString()}`);
}
