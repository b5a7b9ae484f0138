/** @jsxImportSource hono/jsx */
import { ButtonLink } from "../components/button.tsx";
import type { DeskPage } from "../desk-visit.ts";
import { inSection, type Section, type SectionedPage, showSection } from "../sections.tsx";
import { AppsSection } from "./apps-section.tsx";
import { auditCsv } from "./audit-csv.ts";
import { AuditSection } from "./audit-section.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyMade } from "./key-made.tsx";
import { KeysSection } from "./keys-section.tsx";
import { LinkMade } from "./link-made.tsx";
import { TeamSection } from "./team-section.tsx";

const TEAM: Section = { path: "team", name: "Team", show: (visit) => TeamSection({ visit }) };
const KEYS: Section = { path: "keys", name: "API keys", show: (visit) => KeysSection({ visit }) };

const ACCESS: SectionedPage = {
  name: "Access",
  path: "/access",
  sections: [
    TEAM,
    KEYS,
    { path: "apps", name: "Connected apps", show: (visit) => <AppsSection visit={visit} /> },
    { path: "audit", name: "Audit log", show: (visit) => AuditSection({ visit }) },
  ],
  forHosts: {
    title: "Access is for managers and owners",
    text: ({ brand }) => (
      <>
        <p>
          Managers and owners see here who works in {brand.name} and which keys and apps have
          access. You can see and disconnect your own apps:
        </p>
        <ButtonLink href="/connected-apps">Your connected apps</ButtonLink>
      </>
    ),
  },
};

const page = (path: string, section: Section, title: string, show: Section["show"]): DeskPage => ({
  path,
  show: (visit) => inSection(ACCESS, section, visit, { title, show }),
});

export const accessPages: readonly DeskPage[] = [
  { path: "/access/audit.csv", show: auditCsv },
  page("/access/keys/new", KEYS, "New API key", (visit) => <KeyForm visit={visit} />),
  page("/access/keys/:id/made", KEYS, "Your new key", (visit) => KeyMade({ visit })),
  page("/access/team/:id/link", TEAM, "Link to set a password", (visit) => LinkMade({ visit })),
  ...["/access", "/access/:section"].map(
    (path): DeskPage => ({
      path,
      show: (visit) => showSection(ACCESS, visit),
    }),
  ),
];
