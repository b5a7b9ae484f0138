/** @jsxImportSource hono/jsx */
import { type ConnectedApp, type Connection, MOST_COUNTED } from "../../../auth/connected-apps.ts";
import { UsedTwice } from "../../auth-pages/access-cards.tsx";
import { shownName } from "../../auth-pages/shown-name.ts";
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { RefusedAbove } from "../components/concerned.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Fact } from "../components/fact.tsx";
import type { PageProps } from "../desk-visit.ts";
import { Ask, agoHere, Copied, DidLink, Restaurants, Scopes } from "./parts.tsx";

export function AppsSection({ visit }: PageProps) {
  const { desk, signedIn, brand, role } = visit;
  const holds = ({ brands }: Connection): boolean => brands.includes(brand.slug);
  const apps = desk.connectedApps
    .apps(signedIn)
    .map((app) => ({ ...app, connections: app.connections.filter(holds) }))
    .filter(({ connections }) => connections.length > 0);
  return (
    <>
      <RefusedAbove visit={visit} />
      {role !== "owner" && <p class="soft">These are your apps. Owners see everybody's apps.</p>}
      {apps.length === 0 ? (
        <NoApps visit={visit} />
      ) : (
        <ul class="cards">
          {apps.flatMap((app) =>
            app.connections.map((connection) => (
              <ConnectionCard visit={visit} app={app} connection={connection} />
            )),
          )}
        </ul>
      )}
    </>
  );
}

const NoApps = ({ visit }: PageProps) => (
  <EmptyState title="No app is connected">
    <p>
      Add a connector in Claude, ChatGPT, VS Code or another app, and give it this address. Then you
      sign in and choose what the app can do.
    </p>
    <Copied id="mcp-address" label="MCP address" text={`${visit.desk.origin}/mcp`} />
  </EmptyState>
);

function ConnectionCard({
  visit,
  app,
  connection,
}: PageProps<{ app: ConnectedApp; connection: Connection }>) {
  const { id, brandNames, otherBrands, scopes, createdAt, lastUsedAt, changes, givenBy, host } =
    connection;
  const name = shownName(app.name);
  const by = givenBy ?? visit.signedIn.user;
  return (
    <li class="card stack" id={`app-${id}`}>
      <div>
        <h2>
          <bdi>{name}</bdi> {!app.verified && <Badge>unverified</Badge>}
        </h2>
        <p class="soft small">{host ?? "On the user's device"}</p>
      </div>
      <dl class="facts">
        <Fact name="Connected by">
          <bdi>{shownName(by.name, by.email)}</bdi>
          {givenBy === null && " (you)"}, {agoHere(createdAt, visit)}
        </Fact>
        <Restaurants names={brandNames} others={otherBrands} />
        <Scopes scopes={scopes} />
        <Fact name="Last used">{lastUsedAt === null ? "never" : agoHere(lastUsedAt, visit)}</Fact>
        <Fact name="Changes">
          {changes.count === 0 ? (
            "none"
          ) : (
            <DidLink visit={visit} principal={id}>
              {changes.count === MOST_COUNTED ? `${MOST_COUNTED} or more` : String(changes.count)},
              show them
            </DidLink>
          )}
        </Fact>
      </dl>
      {connection.sharedAt !== null && <UsedTwice />}
      <div class="asks">
        <Ask id={`disconnect-${id}`} label="Disconnect" stop>
          <OperationForm
            visit={visit}
            operation="disconnect_app"
            id={id}
            class="stack settings-form"
          >
            <p>
              <bdi>{name}</bdi> loses access to all restaurants immediately. It can be connected
              again later.
            </p>
            <Button look="stop">Disconnect it</Button>
          </OperationForm>
        </Ask>
      </div>
    </li>
  );
}
