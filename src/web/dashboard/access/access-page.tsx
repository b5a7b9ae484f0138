/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { roleAtLeast } from "../../../domain/caller.ts";
import { ButtonLink } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Tabs } from "../components/tabs.tsx";
import { at, type Content, type DeskPage, type DeskVisit } from "../desk-visit.ts";
import { PageHead } from "../shell.tsx";
import { AppsSection } from "./apps-section.tsx";
import { auditCsv } from "./audit-csv.ts";
import { AuditSection } from "./audit-section.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyMade } from "./key-made.tsx";
import { KeysSection } from "./keys-section.tsx";
import { LinkMade } from "./link-made.tsx";
import { TeamSection } from "./team-section.tsx";

interface Part {
  readonly path: string;
  readonly name: string;
  show(visit: DeskVisit): Child | Promise<Child>;
}

const TEAM: Part = { path: "team", name: "Team", show: (visit) => TeamSection({ visit }) };
const KEYS: Part = { path: "keys", name: "API keys", show: (visit) => KeysSection({ visit }) };
const PARTS: readonly Part[] = [
  TEAM,
  KEYS,
  { path: "apps", name: "Connected apps", show: (visit) => <AppsSection visit={visit} /> },
  { path: "audit", name: "Audit log", show: (visit) => AuditSection({ visit }) },
];

/** A page of its own that belongs to a part. */
const page = (path: string, part: Part, title: string, show: Part["show"]): DeskPage => ({
  path,
  show: (visit) => framed(visit, part, title, show),
});

/** Who may act here: people, keys and apps, and what they did. Managers look, owners change. */
export const accessPages: readonly DeskPage[] = [
  { path: "/access/audit.csv", show: auditCsv },
  page("/access/keys/new", KEYS, "New API key", (visit) => <KeyForm visit={visit} />),
  page("/access/keys/:id/made", KEYS, "Your new key", (visit) => KeyMade({ visit })),
  page("/access/team/:id/link", TEAM, "Link for a password", (visit) => LinkMade({ visit })),
  ...["/access", "/access/:part"].map((path) => ({ path, show: showPart })),
];

function showPart(visit: DeskVisit): Promise<Content> {
  const asked = visit.params["part"];
  const part = PARTS.find(({ path }) => path === asked) ?? TEAM;
  const known = asked === undefined || part.path === asked;
  return framed(visit, part, `Access: ${part.name}`, part.show, known ? {} : { status: 404 });
}

async function framed(
  visit: DeskVisit,
  part: Part,
  title: string,
  show: Part["show"],
  extra: { readonly status?: number } = {},
): Promise<Content> {
  return {
    title,
    ...extra,
    children: (
      <>
        <PageHead title="Access" />
        {roleAtLeast(visit.role, "manager") ? (
          <>
            <Tabs
              label="Parts of access"
              tabs={PARTS.map((one) => ({
                href: at(visit, `/access/${one.path}`),
                name: one.name,
                isShown: one === part,
              }))}
            />
            <div class="access stack">{await show(visit)}</div>
          </>
        ) : (
          <EmptyState title="Access is for managers and owners">
            <p>
              They see here who works in {visit.brand.name} and which keys and apps have access. You
              can see and disconnect your own apps:
            </p>
            <ButtonLink href="/connected-apps">Your connected apps</ButtonLink>
          </EmptyState>
        )}
      </>
    ),
  };
}
