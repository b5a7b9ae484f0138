/** @jsxImportSource hono/jsx */
import { MOST_REPLAY_S } from "../../auth/connected-apps.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { isOurs } from "../visitor.ts";
import { AppCard, KeyCard, purposeOf, type Shown } from "./access-cards.tsx";
import { pageAnswer, seeOther } from "./answers.ts";
import { staleForm, unreadableForm } from "./message-pages.tsx";
import { Name } from "./page.tsx";
import { ACCOUNT_PATH, HOME_PATH, START_PATH } from "./paths.ts";
import { FirstBrand } from "./setup.tsx";
import { shownName } from "./shown-name.ts";
import { signInPath } from "./sign-in.tsx";
import { SignOutForm } from "./sign-out.tsx";
import { type Visit, zoneOf } from "./visit.ts";

const NOTICES: Readonly<Record<string, string>> = {
  disconnected: "Disconnected. The app no longer has access.",
  revoked: "Revoked. The key no longer works.",
  saved: "The number of seconds for this app’s refresh tokens is saved.",
};
const NOT_DONE =
  "Nothing was changed: the app or key no longer has access, or you may not change its access.";

export async function showConnectedApps(visit: Visit): Promise<Response> {
  const { signedIn, url } = visit;
  if (signedIn === null) return seeOther(signInPath(HOME_PATH));
  return overview(visit, signedIn, { notice: NOTICES[url.searchParams.get("done") ?? ""] ?? null });
}

export async function submitConnectedApps(
  visit: Visit,
  fields: URLSearchParams,
): Promise<Response> {
  const { desk, signedIn, browser } = visit;
  if (signedIn === null) return seeOther(signInPath(HOME_PATH));
  const action = fields.get("action") ?? "";
  const id = fields.get("id") ?? "";
  if (!isOurs(visit, purposeOf(action, id), fields)) return staleForm(browser.isNew);
  const { connectedApps } = desk;
  switch (action) {
    case "disconnect":
      return result(visit, signedIn, await connectedApps.disconnect(signedIn, id), "disconnected");
    case "revoke-key":
      return result(visit, signedIn, await connectedApps.revokeKey(signedIn, id), "revoked");
    case "replay-window": {
      const seconds = secondsOf(fields.get("seconds") ?? "");
      if (seconds === "wrong") {
        const alert = `Seconds must be a whole number from 0 to ${MOST_REPLAY_S}.`;
        return overview(visit, signedIn, { alert, status: 400 });
      }
      return result(
        visit,
        signedIn,
        await connectedApps.setReplayWindow(signedIn, id, seconds),
        "saved",
      );
    }
    default:
      return unreadableForm();
  }
}

/** Null if the field is empty: the default for the app then applies. */
function secondsOf(text: string): number | null | "wrong" {
  if (text.trim() === "") return null;
  return /^\d{1,4}$/.test(text.trim()) && Number(text) <= MOST_REPLAY_S ? Number(text) : "wrong";
}

const result = async (
  visit: Visit,
  signedIn: SignedIn,
  done: boolean,
  notice: keyof typeof NOTICES,
): Promise<Response> =>
  done
    ? seeOther(`${HOME_PATH}?done=${notice}`)
    : overview(visit, signedIn, { alert: NOT_DONE, status: 409 });

function overview(
  visit: Visit,
  signedIn: SignedIn,
  shownAbove: {
    readonly notice?: string | null;
    readonly alert?: string;
    readonly status?: number;
  },
): Promise<Response> {
  const { desk } = visit;
  const shown: Shown = { visit, now: desk.clock(), zone: zoneOf(desk, signedIn) };
  const apps = desk.connectedApps.apps(signedIn);
  const isOwner = signedIn.teams.some(({ role }) => role === "owner");
  const keys = desk.connectedApps.keys(signedIn);
  const noBrand = desk.stores.brands.list().length === 0;
  return pageAnswer({
    status: shownAbove.status ?? 200,
    title: "Connected apps",
    wide: true,
    notice: shownAbove.notice ?? null,
    alert: shownAbove.alert ?? null,
    aside: <Person visit={visit} signedIn={signedIn} />,
    children: (
      <>
        <p class="lead">Apps and keys that can act for you and for the restaurants that you own.</p>
        {signedIn.teams.length > 0 && (
          <p>
            <a href={START_PATH}>To your restaurant</a>
          </p>
        )}
        {noBrand && (
          <div class="card">
            <FirstBrand ownsInstance={signedIn.user.ownsInstance} />
          </div>
        )}
        <section class="section">
          <h2>Apps</h2>
          {apps.length === 0 && !noBrand && (
            <NoApps origin={desk.origin} oauth={desk.oauth !== null} />
          )}
          {apps.map((app) => (
            <AppCard app={app} shown={shown} />
          ))}
        </section>
        {isOwner && (
          <section class="section">
            <h2>API keys</h2>
            <p class="small">
              For scripts and servers. Create keys in the dashboard, under Access.
            </p>
            {keys.length === 0 ? (
              <div class="card">
                <p class="small">No keys.</p>
              </div>
            ) : (
              keys.map((key) => <KeyCard row={key} shown={shown} />)
            )}
          </section>
        )}
      </>
    ),
  });
}

export const Person = ({ visit, signedIn }: Readonly<{ visit: Visit; signedIn: SignedIn }>) => (
  <div class="person">
    <Name>{shownName(signedIn.user.name, signedIn.user.email)}</Name>
    {visit.url.pathname === ACCOUNT_PATH ? (
      <a href={HOME_PATH}>Connected apps</a>
    ) : (
      <a href={ACCOUNT_PATH}>Your account</a>
    )}
    <SignOutForm visit={visit} />
  </div>
);

const NoApps = ({ origin, oauth }: { readonly origin: string; readonly oauth: boolean }) => (
  <div class="card">
    <h3>No app is connected</h3>
    {oauth ? (
      <>
        <p>Add a connector in Claude, ChatGPT, VS Code or another app, and give it this address:</p>
        <pre>{`${origin}/mcp`}</pre>
      </>
    ) : (
      <p>This server does not use https, so apps cannot be connected. API keys work.</p>
    )}
  </div>
);
