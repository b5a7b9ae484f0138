/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { roleAtLeast } from "../../domain/caller.ts";
import { EmptyState } from "./components/empty-state.tsx";
import { Tabs } from "./components/tabs.tsx";
import { at, type Content, type DeskVisit } from "./desk-visit.ts";
import { PageHead } from "./shell.tsx";

export interface Section {
  readonly path: string;
  readonly name: string;
  show(visit: DeskVisit): Child | Promise<Child>;
}

export interface SectionedPage {
  readonly name: string;
  readonly path: string;
  readonly sections: readonly [Section, ...Section[]];
  readonly forHosts: { readonly title: string; text(visit: DeskVisit): Child };
}

/** If the address names an unknown section, shows the first section with status 404. */
export function showSection(page: SectionedPage, visit: DeskVisit): Promise<Content> {
  const asked = visit.params["section"];
  const found = page.sections.find(({ path }) => path === asked);
  const section = found ?? page.sections[0];
  const title = `${page.name}: ${section.name}`;
  const isKnown = asked === undefined || found !== undefined;
  return inSection(page, section, visit, { title, ...(isKnown ? {} : { status: 404 }) });
}

export async function inSection(
  page: SectionedPage,
  section: Section,
  visit: DeskVisit,
  { show = section.show, ...shown }: Pick<Content, "title" | "status"> & { show?: Section["show"] },
): Promise<Content> {
  const { name, path, sections, forHosts } = page;
  const tabs = sections.map((one) => ({
    href: at(visit, `${path}/${one.path}`),
    name: one.name,
    isShown: one === section,
  }));
  const isHost = !roleAtLeast(visit.role, "manager");
  return {
    ...shown,
    children: (
      <>
        <PageHead title={name} />
        {isHost ? (
          <EmptyState title={forHosts.title}>{forHosts.text(visit)}</EmptyState>
        ) : (
          <>
            <Tabs label={`Parts of ${name}`} tabs={tabs} />
            <div class={`${path.slice(1)} stack`}>{await show(visit)}</div>
          </>
        )}
      </>
    ),
  };
}
