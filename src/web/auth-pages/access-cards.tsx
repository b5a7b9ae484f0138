/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import {
  type Access,
  type Changes,
  type ConnectedApp,
  type Connection,
  MOST_COUNTED,
  MOST_REPLAY_S,
  type ShownKey,
} from "../../auth/connected-apps.ts";
import { displayDate } from "../../domain/time.ts";
import { CsrfField } from "../csrf-field.tsx";
import { notYours, Scopes, toolTitle } from "../dashboard/access/parts.tsx";
import { Fact } from "../dashboard/components/fact.tsx";
import { csrfFor } from "../visitor.ts";
import { ago } from "./ago.ts";
import { Name } from "./page.tsx";
import { HOME_PATH } from "./paths.ts";
import { shownName } from "./shown-name.ts";
import type { Visit } from "./visit.ts";

export interface Shown {
  readonly visit: Visit;
  readonly now: number;
  readonly zone: string;
}

export const purposeOf = (action: string, id: string): string => `connected-apps ${action} ${id}`;

export const AppCard = ({ app, shown }: { readonly app: ConnectedApp; readonly shown: Shown }) => (
  <article class="card">
    <h3>
      <Name>{shownName(app.name)}</Name> {!app.verified && <span class="badge">unverified</span>}
    </h3>
    <p class="small">{placesOf(app.connections).join(", ")}</p>
    {app.connections.map((connection) => (
      <ConnectionPart connection={connection} shown={shown} />
    ))}
    {app.replay !== null && <ReplayWindow app={app} replay={app.replay} shown={shown} />}
  </article>
);

const placesOf = (connections: readonly Connection[]): string[] => [
  ...new Set(connections.map(({ host }) => host ?? "On the user's device")),
];

export function KeyCard({ row, shown }: { readonly row: ShownKey; readonly shown: Shown }) {
  const { id, name, prefix, tools, expiresAt } = row;
  return (
    <article class="card">
      <h3>
        <Name>{shownName(name, "A key without a name")}</Name>
      </h3>
      <p class="small">
        <code>{prefix}…</code>
      </p>
      <div class="access">
        <Facts access={row} since="Created" shown={shown}>
          {tools !== null && <Fact name="Tools">{tools.map(toolTitle).join(", ")}</Fact>}
          {/* If the key expires at midnight, show the last day on which it works. */}
          {expiresAt !== null && (
            <Fact name="Expires">on {displayDate(expiresAt - 1, shown.zone)}</Fact>
          )}
        </Facts>
        <ActionForm shown={shown} action="revoke-key" id={id}>
          <button type="submit" class="stop slim">
            Revoke
          </button>
        </ActionForm>
      </div>
    </article>
  );
}

const ConnectionPart = ({
  connection,
  shown,
}: Readonly<{ connection: Connection; shown: Shown }>) => (
  <div class="access">
    {connection.sharedAt !== null && <UsedTwice />}
    <Facts access={connection} since="Connected" shown={shown}>
      {connection.givenBy !== null && (
        <Fact name="Connected by">
          <Name>{shownName(connection.givenBy.name, connection.givenBy.email)}</Name>{" "}
          <span class="small">{connection.givenBy.email}</span>
        </Fact>
      )}
    </Facts>
    <ActionForm shown={shown} action="disconnect" id={connection.id}>
      <button type="submit" class="stop slim">
        Disconnect
      </button>
    </ActionForm>
  </div>
);

function Facts({
  access,
  since,
  shown,
  children,
}: Readonly<{ access: Access; since: string; shown: Shown; children?: Child }>) {
  const { brandNames, otherBrands, scopes, createdAt, lastUsedAt, changes } = access;
  const brands = brandNames.map((name) => shownName(name));
  if (otherBrands > 0) brands.push(notYours(otherBrands));
  const at = (instant: number): string => ago(instant, shown.now, shown.zone);
  return (
    <dl class="facts">
      {children}
      <Fact name="Restaurants">{brands.join(", ")}</Fact>
      <Scopes scopes={scopes} />
      <Fact name={since}>{at(createdAt)}</Fact>
      <Fact name="Last used">{lastUsedAt === null ? "never" : at(lastUsedAt)}</Fact>
      <Fact name="Changes">
        <ChangesMade changes={changes} at={at} several={brandNames.length > 1} />
      </Fact>
    </dl>
  );
}

function ChangesMade({
  changes,
  at,
  several,
}: Readonly<{ changes: Changes; at: (instant: number) => string; several: boolean }>) {
  const { count, latest } = changes;
  if (count === 0) return <>none</>;
  const many = count === MOST_COUNTED ? `${MOST_COUNTED} or more` : String(count);
  return (
    <>
      {many}
      {count > latest.length ? ", most recent:" : ":"}
      <ul>
        {latest.map((change) => (
          <li>
            {toolTitle(change.operation)}{" "}
            <span class="small">
              {several && `${shownName(change.brandName)}, `}
              {at(change.at)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const ReplayWindow = ({
  app,
  replay,
  shown,
}: Readonly<{ app: ConnectedApp; replay: NonNullable<ConnectedApp["replay"]>; shown: Shown }>) => {
  const id = `replay-${app.connections[0]?.id ?? ""}`;
  return (
    <details>
      <summary>
        {replay.windowS === 0
          ? "Each refresh token works once"
          : `A refresh token can be reused for ${replay.windowS} s`}
      </summary>
      <p class="small">
        Some apps run several copies that share one sign-in. If two copies renew the sign-in at the
        same moment, the app is disconnected. To avoid this, let the app reuse a refresh token for
        up to {MOST_REPLAY_S} seconds. A stolen token works during that time, too. Leave empty for
        this app's default.
      </p>
      <ActionForm shown={shown} action="replay-window" id={app.clientId}>
        <div class="inline">
          <label for={id}>
            Seconds
            <input
              id={id}
              name="seconds"
              type="number"
              min="0"
              max={String(MOST_REPLAY_S)}
              value={replay.isSet ? String(replay.windowS) : ""}
              placeholder={String(replay.windowS)}
            />
          </label>
          <button type="submit" class="quiet slim">
            Save
          </button>
        </div>
      </ActionForm>
    </details>
  );
};

const ActionForm = ({
  shown,
  action,
  id,
  children,
}: Readonly<{ shown: Shown; action: string; id: string; children: Child }>) => (
  <form method="post" action={HOME_PATH}>
    <CsrfField token={csrfFor(shown.visit, purposeOf(action, id))} />
    <input type="hidden" name="action" value={action} />
    <input type="hidden" name="id" value={id} />
    {children}
  </form>
);

export const UsedTwice = () => (
  <p class="notice care small">
    <strong>Used from two places.</strong> Somebody may have copied this app’s access. Unless you
    know why it is used from two places, disconnect the app and connect it again.
  </p>
);
