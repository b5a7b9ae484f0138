/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Role, Scope } from "../../../domain/caller.ts";
import type { Maker } from "../../../operations/access/maker.ts";
import { OPERATIONS } from "../../../operations/index.ts";
import { SCOPE_WORDS } from "../../../words/en/host/labels.ts";
import { counted } from "../../../words/en/phrases.ts";
import { ago } from "../../auth-pages/ago.ts";
import { Fact } from "../components/fact.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";

export const ROLE_CHOICES: readonly { readonly value: Role; readonly label: string }[] = [
  { value: "host", label: "Host" },
  { value: "manager", label: "Manager" },
  { value: "owner", label: "Owner" },
];

export const ROLE_HINT =
  "Hosts book and seat guests. Managers can also change settings and go over limits. Owners can also manage the team, keys and apps.";

export const agoHere = (instant: number, { now, brand }: DeskVisit): string =>
  ago(instant, now, brand.settings.timeZone);

export const toolTitle = (tool: string): string =>
  OPERATIONS.find(({ name }) => name === tool)?.title ?? tool;

export const Scopes = ({ scopes }: { readonly scopes: readonly Scope[] }) => (
  <Fact name="Permissions">
    {scopes.map((scope) => (
      <div>{SCOPE_WORDS[scope].short}</div>
    ))}
  </Fact>
);

export const notYours = (count: number): string =>
  counted(count, "restaurant that is not yours", "restaurants that are not yours");

export const Restaurants = ({
  names,
  others,
}: Readonly<{ names: readonly string[]; others: number }>) => (
  <Fact name="Restaurants">
    {names.map((name, index) => (
      <>
        {index > 0 && ", "}
        <bdi>{name}</bdi>
      </>
    ))}
    {others > 0 && ` and ${notYours(others)}`}
  </Fact>
);

/** A maker who has left the team may still know the key or link. */
export const By = ({ maker }: { readonly maker: Maker | null }) =>
  maker === null ? null : (
    <>
      {maker.isOperator ? " on the " : " by "}
      <bdi>{maker.name}</bdi>
      {maker.isGone && (
        <>
          , <strong>who no longer works here</strong>
        </>
      )}
    </>
  );

export const DidLink = ({
  visit,
  principal,
  children,
}: PageProps<{ principal: string; children: Child }>) => (
  <a href={at(visit, `/access/audit?by=${encodeURIComponent(principal)}`)}>{children}</a>
);

export const Ask = ({
  id,
  label,
  stop = false,
  open = false,
  children,
}: {
  readonly id: string;
  readonly label: Child;
  readonly stop?: boolean;
  readonly open?: boolean;
  readonly children: Child;
}) => (
  <details class="ask" id={id} open={open}>
    <summary class={stop ? "b stop" : "b quiet"}>{label}</summary>
    <div class="asked stack">{children}</div>
  </details>
);

export const Copied = ({
  id,
  label,
  text,
  lines = false,
}: Readonly<{ id: string; label: string; text: string; lines?: boolean }>) => (
  <div class={lines ? "copied lines" : "copied"}>
    <pre id={id}>{text}</pre>
    <button type="button" class="b quiet" data-copies={id} aria-label={`Copy: ${label}`}>
      Copy
    </button>
  </div>
);

/**
 * The new key or link on the first call, then null. A HEAD request or an automatic refresh gets null and
 * leaves the secret for the next request.
 */
export function secretOf({ request, secrets, signedIn, url }: DeskVisit): string | null {
  if (request.method !== "GET" || request.headers.has("x-live")) return null;
  return secrets.take(signedIn.sessionId, url.pathname);
}
