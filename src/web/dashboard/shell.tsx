/** @jsxImportSource hono/jsx */
// To add a page, write `<folder>/<name>-page.tsx`, such as waitlist/waitlist-page.tsx, and add it to pages.ts.
// submitted.ts runs the operation of a form and redirects back with a message (done-flash.ts). After a
// refusal, the page shows the form again. A DomainError thrown by show() becomes an error page.
//
// Pages must also work without htmx. Style with the classes of ../assets/*.css: the content security policy
// forbids style attributes and inline scripts.
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { type Role, roleAtLeast } from "../../domain/caller.ts";
import type { BrandSettings } from "../../domain/settings.ts";
import { ACCOUNT_PATH, NEW_RESTAURANT_PATH } from "../auth-pages/paths.ts";
import { SignOutForm } from "../auth-pages/sign-out.tsx";
import { CsrfField } from "../csrf-field.tsx";
import { Head } from "../head.tsx";
import { DESK_SCRIPT_PATH, DESK_STYLE_PATH, HTMX_PATH } from "./assets.ts";
import { Icon, type IconName, Icons } from "./components/icon.tsx";
import { at, type Content, type DeskVisit, type PageProps } from "./desk-visit.ts";
import { pathOf } from "./page-path.ts";
import { type Look, lookOf, themeOf } from "./theme.ts";

const HTMX_CONFIG = JSON.stringify({
  includeIndicatorCSS: false,
  morphIgnore: ["data-htmx-powered", "open"],
});
/** Links and forms replace only what changed in #desk. */
const BOOST = { "hx-boost:inherited": '{"target":"#desk","select":"#desk","swap":"outerMorph"}' };

interface Place {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Lowest role that sees the page. Default: everybody. */
  readonly role?: Role;
  readonly when?: (settings: BrandSettings) => boolean;
}
/** On a phone, the bottom bar shows the first four. */
const EVENING_PLACES: readonly Place[] = [
  { path: "", name: "Tonight", icon: "tonight" },
  { path: "/floor", name: "Floor", icon: "floor", when: ({ tables }) => tables.mode !== "off" },
  { path: "/book", name: "Book", icon: "book" },
  { path: "/waitlist", name: "Waitlist", icon: "waitlist" },
  { path: "/messages", name: "Messages", icon: "messages" },
];
const OTHER_PLACES: readonly Place[] = [
  { path: "/settings", name: "Settings", icon: "settings", role: "manager" },
  { path: "/access", name: "Access", icon: "access", role: "manager" },
  { path: "/health", name: "Health", icon: "health", role: "manager" },
];

export const shell = (visit: DeskVisit, content: Content, toast: Child = null) =>
  html`<!doctype html>${<Shell visit={visit} content={content} toast={toast} />}`;

/** The answer to htmx requests that replace only a part of the page. */
export const bare = ({ children }: Content) =>
  html`<!doctype html>${<div id="desk">{children}</div>}`;

function Shell({ visit, content, toast }: PageProps<{ content: Content; toast: Child }>) {
  const { brand, now, seen } = visit;
  return (
    <html lang="en" data-theme={themeOf(visit)}>
      <Head
        title={`${content.title} - ${brand.name}`}
        style={DESK_STYLE_PATH}
        scripts={[HTMX_PATH, DESK_SCRIPT_PATH]}
      >
        <meta name="htmx-config" content={HTMX_CONFIG} />
      </Head>
      <body {...BOOST}>
        <div id="desk" data-events={at(visit, `/events?seen=${seen}`)} data-now={String(now)}>
          <a class="skip" href="#main">
            Skip to the page
          </a>
          <Icons />
          <header class="rail">
            <Top visit={visit} />
            <nav aria-label="Pages">
              <Places visit={visit} places={EVENING_PLACES} />
              <hr />
              <Places visit={visit} places={OTHER_PLACES} />
            </nav>
            <Me visit={visit} />
          </header>
          <main id="main">{content.children}</main>
          <BottomBar visit={visit} />
          {toast}
        </div>
      </body>
    </html>
  );
}

const Top = ({ visit }: PageProps) => (
  <div class="top">
    {visit.brands.length === 1 && !visit.signedIn.user.ownsInstance ? (
      <p class="brand">
        <bdi>{visit.brand.name}</bdi>
      </p>
    ) : (
      <details class="menu">
        <summary class="brand">
          <bdi>{visit.brand.name}</bdi>
        </summary>
        <Brands visit={visit} />
      </details>
    )}
  </div>
);

const Brands = ({ visit }: PageProps) => (
  <ul class="panel">
    {visit.brands.map(({ slug, name }) => (
      <li>
        <a href={`/b/${slug}`} aria-current={slug === visit.brand.slug ? "true" : undefined}>
          <bdi>{name}</bdi>
        </a>
      </li>
    ))}
    {visit.signedIn.user.ownsInstance && (
      <li>
        <a href={NEW_RESTAURANT_PATH} hx-boost="false">
          Add a restaurant
        </a>
      </li>
    )}
  </ul>
);

const shownTo = (visit: DeskVisit, places: readonly Place[]): readonly Place[] =>
  places.filter(
    ({ role = "host", when }) =>
      roleAtLeast(visit.ownRole, role) && when?.(visit.brand.settings) !== false,
  );

const Places = ({ visit, places }: PageProps<{ places: readonly Place[] }>) => (
  <ul class="places">
    {shownTo(visit, places).map(({ path, name, icon }) => (
      <li>
        <a href={at(visit, path)} aria-current={isHere(visit, path) ? "page" : undefined}>
          <Icon name={icon} />
          <span>{name}</span>
          {path === "" && <Waiting {...visit.requests} />}
          {path === "/health" && <Mark on={visit.needsActing} says="something needs you" />}
          {path === "/messages" && <Mark on={visit.needsReading} says="a guest wrote" />}
        </a>
      </li>
    ))}
  </ul>
);

const Mark = ({ on, says }: { readonly on: boolean; readonly says: string }) =>
  on ? (
    <span class="needs-you">
      <Icon name="act" />
      <span class="unseen">, {says}</span>
    </span>
  ) : null;

const Waiting = ({ count, urgent }: DeskVisit["requests"]) =>
  count === 0 ? null : (
    <span class={urgent ? "to-decide urgent" : "to-decide"}>
      <span class="unseen">, </span>
      {count}
      <span class="unseen">
        {count === 1 ? " request to decide" : " requests to decide"}
        {urgent && ", urgent"}
      </span>
    </span>
  );

function isHere(visit: DeskVisit, path: string): boolean {
  const own = at(visit, path);
  const { pathname } = visit.url;
  if (path === "") return pathname === own || pathname.startsWith(`${own}/reservations/`);
  return pathname === own || pathname.startsWith(`${own}/`);
}

const Me = ({ visit }: PageProps) => (
  <details class="menu me">
    <summary>
      <Icon name="person" />
      <bdi>{(visit.lentTo ?? visit.signedIn.user).name}</bdi>
    </summary>
    <div class="panel">
      <Person visit={visit} />
    </div>
  </details>
);

const Person = ({ visit }: PageProps) => {
  const look = lookOf(visit.request);
  return (
    <div class="person">
      <p>
        <bdi>{visit.signedIn.user.name}</bdi> <span class="soft">{visit.ownRole}</span>
      </p>
      {visit.lentTo !== null && (
        <p>
          <bdi>{visit.lentTo.name}</bdi> <span class="soft">by PIN</span>
        </p>
      )}
      <a href={pinHere(visit)}>
        {visit.lentTo === null ? "Use a PIN" : "Stop, or use another PIN"}
      </a>
      <form method="post" action={at(visit, "/look")} class="looks" hx-boost="false">
        <CsrfField token={visit.csrf} />
        <input type="hidden" name="back" value={pathOf(visit)} />
        <LookButton now={look} look="light" label="Light" />
        <LookButton now={look} look="dark" label="Dark" />
        <LookButton now={look} look="auto" label="Dark in the evening" />
      </form>
      <a href={ACCOUNT_PATH} hx-boost="false">
        Your account
      </a>
      <a href="/connected-apps" hx-boost="false">
        Connected apps
      </a>
      <SignOutForm visit={visit} />
    </div>
  );
};

const LookButton = ({ now, look, label }: Readonly<{ now: Look; look: Look; label: string }>) => (
  <button
    type="submit"
    name="look"
    value={look}
    aria-pressed={now === look ? "true" : "false"}
    title={label}
  >
    {look === "auto" ? <span aria-hidden="true">Auto</span> : <Icon name={look} />}
    <span class="unseen">{label}</span>
  </button>
);

const BottomBar = ({ visit }: PageProps) => {
  const first = shownTo(visit, EVENING_PLACES);
  const rest = first.slice(4);
  return (
    <nav class="thumb" aria-label="Main pages">
      <Places visit={visit} places={first.slice(0, 4)} />
      <details class="menu">
        <summary>
          <Icon name="more" />
          <span>More</span>
          <Mark on={visit.needsActing} says="something needs you" />
          <Mark on={visit.needsReading && rest.length > 0} says="a guest wrote" />
        </summary>
        <div class="panel">
          <Places visit={visit} places={[...rest, ...OTHER_PLACES]} />
          {visit.brands.length > 1 && <Brands visit={visit} />}
          <Person visit={visit} />
        </div>
      </details>
    </nav>
  );
};

export const PageHead = ({ title, children }: Readonly<{ title: string; children?: Child }>) => (
  <div class="page-head">
    <h1>{title}</h1>
    {children}
  </div>
);

const pinHere = (visit: DeskVisit): string =>
  at(visit, `/pin?${new URLSearchParams({ to: pathOf(visit) }).toString()}`);
