/** @jsxImportSource hono/jsx */
import { createFeed } from "../../../operations/desk/create-feed.ts";
import type { DeskPage } from "../desk-visit.ts";
import { Zones } from "../places.tsx";
import { type Section, type SectionedPage, showSection } from "../sections.tsx";
import { CalendarsSection, makeCalendar } from "./calendars.tsx";
import { FloorSection } from "./floor.tsx";
import { LimitsSection } from "./limits.tsx";
import { type Part, Parts } from "./part.tsx";
import { ATTENDANCE_PARTS, PARTIES_PARTS, RESTAURANT_PARTS, WAITLIST_PARTS } from "./parts.ts";
import { ServicesSection } from "./services.tsx";
import { SpecialDaysSection } from "./special-days.tsx";
import { TemplatesSection } from "./templates.tsx";
import { TextsSection } from "./texts.tsx";

const partsOf =
  (parts: readonly Part[]): Section["show"] =>
  (visit) => <Parts visit={visit} parts={parts} />;

const SETTINGS: SectionedPage = {
  name: "Settings",
  path: "/settings",
  sections: [
    { path: "limits", name: "Limits", show: (visit) => LimitsSection({ visit }) },
    { path: "services", name: "Services", show: (visit) => <ServicesSection visit={visit} /> },
    { path: "days", name: "Special days", show: (visit) => <SpecialDaysSection visit={visit} /> },
    { path: "parties", name: "Parties", show: partsOf(PARTIES_PARTS) },
    { path: "attendance", name: "Attendance", show: partsOf(ATTENDANCE_PARTS) },
    { path: "waitlist", name: "Waitlist", show: partsOf(WAITLIST_PARTS) },
    { path: "tables", name: "Tables", show: (visit) => FloorSection({ visit }) },
    { path: "texts", name: "Texts", show: (visit) => <TextsSection visit={visit} /> },
    { path: "templates", name: "Wordings", show: (visit) => <TemplatesSection visit={visit} /> },
    { path: "calendars", name: "Calendars", show: (visit) => CalendarsSection({ visit }) },
    {
      path: "restaurant",
      name: "Restaurant",
      show: (visit) => (
        <>
          <Parts visit={visit} parts={RESTAURANT_PARTS} />
          <Zones />
        </>
      ),
    },
  ],
  forHosts: {
    title: "Settings are for managers",
    text: ({ brand }) => <p>Ask a manager or an owner of {brand.name} to change them.</p>,
  },
};

export const settingsPages: readonly DeskPage[] = ["/settings", "/settings/:section"].map(
  (path) => ({
    path,
    show: (visit) => showSection(SETTINGS, visit),
    sends: createFeed,
    submit: makeCalendar,
  }),
);
