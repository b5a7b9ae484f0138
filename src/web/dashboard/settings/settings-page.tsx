/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { roleAtLeast } from "../../../domain/caller.ts";
import { createFeed } from "../../../operations/desk/calendar-feeds.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { Tabs } from "../components/tabs.tsx";
import { at, type Content, type DeskPage, type DeskVisit } from "../desk-visit.ts";
import { Zones } from "../places.tsx";
import { PageHead } from "../shell.tsx";
import { CalendarsSection, makeCalendar } from "./calendars.tsx";
import { LimitsSection } from "./limits.tsx";
import { type Part, Parts } from "./part.tsx";
import { ATTENDANCE_PARTS, PARTIES_PARTS, RESTAURANT_PARTS, WAITLIST_PARTS } from "./parts.ts";
import { ServicesSection } from "./services.tsx";
import { SpecialDaysSection } from "./special-days.tsx";
import { TemplatesSection } from "./templates.tsx";
import { TextsSection } from "./texts.tsx";

interface Section {
  readonly path: string;
  readonly name: string;
  show(visit: DeskVisit): Child | Promise<Child>;
}

const partsOf =
  (parts: readonly Part[]): Section["show"] =>
  (visit) => <Parts visit={visit} parts={parts} />;

const SECTIONS: readonly [Section, ...Section[]] = [
  { path: "limits", name: "Limits", show: (visit) => LimitsSection({ visit }) },
  { path: "services", name: "Services", show: (visit) => <ServicesSection visit={visit} /> },
  { path: "days", name: "Special days", show: (visit) => <SpecialDaysSection visit={visit} /> },
  { path: "parties", name: "Parties", show: partsOf(PARTIES_PARTS) },
  { path: "attendance", name: "Attendance", show: partsOf(ATTENDANCE_PARTS) },
  { path: "waitlist", name: "Waitlist", show: partsOf(WAITLIST_PARTS) },
  { path: "texts", name: "Texts", show: (visit) => <TextsSection visit={visit} /> },
  { path: "templates", name: "Wordings", show: (visit) => <TemplatesSection visit={visit} /> },
  { path: "calendars", name: "Calendars", show: (visit) => CalendarsSection({ visit }) },
  {
    path: "house",
    name: "House",
    show: (visit) => (
      <>
        <Parts visit={visit} parts={RESTAURANT_PARTS} />
        <Zones />
      </>
    ),
  },
];

/** How the restaurant works. Managers and owners change it; each part is saved by itself. */
export const settingsPages: readonly DeskPage[] = ["/settings", "/settings/:section"].map(
  (path) => ({ path, show, sends: createFeed, submit: makeCalendar }),
);

async function show(visit: DeskVisit): Promise<Content> {
  const asked = visit.params["section"];
  const section = SECTIONS.find(({ path }) => path === asked) ?? SECTIONS[0];
  const known = asked === undefined || section.path === asked;
  return {
    title: `Settings: ${section.name}`,
    ...(known ? {} : { status: 404 }),
    children: (
      <>
        <PageHead title="Settings" />
        {roleAtLeast(visit.role, "manager") ? (
          <>
            <Tabs
              label="Parts of the settings"
              tabs={SECTIONS.map((one) => ({
                href: at(visit, `/settings/${one.path}`),
                name: one.name,
                isShown: one === section,
              }))}
            />
            <div class="settings stack">{await section.show(visit)}</div>
          </>
        ) : (
          <EmptyState title="Settings are for managers">
            <p>Ask a manager or an owner of {visit.brand.name} to change how it works.</p>
          </EmptyState>
        )}
      </>
    ),
  };
}
