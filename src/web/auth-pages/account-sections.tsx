/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { FactorsHeld } from "../../auth/second-factors.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import type { PasskeyRow } from "../../storage/stores.ts";
import { CsrfField } from "../csrf-field.tsx";
import { csrfFor } from "../visitor.ts";
import { ago } from "./ago.ts";
import { Field, Name } from "./page.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { ACCOUNT_PATH, APP_PATH, accountAt, purposeOf } from "./paths.ts";
import { shownName } from "./shown-name.ts";
import { type Visit, zoneOf } from "./visit.ts";

interface Shown {
  readonly own: Visit;
  readonly owner: SignedIn;
  readonly held: FactorsHeld;
  readonly mayChange: boolean;
  readonly next: string;
  /** JSON for the browser; null if no passkey can be added now. */
  readonly options: string | null;
}

export const PasskeysSection = (shown: Shown) => {
  const { own, held, mayChange, options, next } = shown;
  const { party } = own.desk.passkeys;
  return (
    <section class="section">
      <h2>Passkeys</h2>
      <p class="small">
        A passkey is stored on your phone, computer or security key. You unlock it with your
        fingerprint, face or PIN, and need no password.
      </p>
      {held.passkeys.map((row) => (
        <PasskeyCard row={row} shown={shown} />
      ))}
      {party === null ? (
        <div class="card">
          <p>
            Passkeys cannot be used here. Browsers allow them only on https and on http://localhost,
            and the address of this server is <code>{own.desk.origin}</code>. Use an authenticator
            app instead.
          </p>
        </div>
      ) : (
        mayChange &&
        options !== null && (
          <div class="card">
            <h3>Add a passkey</h3>
            <noscript>
              <p class="small">Adding a passkey needs JavaScript. An authenticator app does not.</p>
            </noscript>
            <PasskeyForm
              action={ACCOUNT_PATH}
              does="create"
              options={options}
              csrf={csrfFor(own, purposeOf("add-passkey", ""))}
              button="Add a passkey"
            >
              <Hidden action="add-passkey" next={next} />
              <Field
                label="Name"
                name="name"
                type="text"
                value="Passkey"
                hint="For example the name of your phone."
                autocomplete="off"
              />
            </PasskeyForm>
          </div>
        )
      )}
    </section>
  );
};

function PasskeyCard({ row, shown }: { readonly row: PasskeyRow; readonly shown: Shown }) {
  const { own, mayChange } = shown;
  const { id, name, rpId, createdAt, lastUsedAt } = row;
  const isElsewhere = own.desk.passkeys.party?.id !== rpId;
  const nameId = `name-${id.slice(0, 20)}`;
  return (
    <article class="card">
      <h3>
        <Name>{shownName(name, "Passkey")}</Name>{" "}
        {isElsewhere && <span class="badge">not for this address</span>}
      </h3>
      <p class="small">
        Added {agoHere(shown, createdAt)},{" "}
        {lastUsedAt === null ? "never used" : `last used ${agoHere(shown, lastUsedAt)}`}.
        {isElsewhere && ` It was made for ${rpId} and does not work here.`}
      </p>
      {mayChange && (
        <>
          <details>
            <summary>Rename</summary>
            <Form shown={shown} action="rename-passkey" id={id}>
              <div class="inline">
                <label for={nameId}>
                  Name
                  <input id={nameId} name="name" type="text" value={name} required />
                </label>
                <button type="submit" class="quiet slim">
                  Save
                </button>
              </div>
            </Form>
          </details>
          <Form shown={shown} action="remove-passkey" id={id}>
            <button type="submit" class="stop slim" aria-label={`Remove ${name}`}>
              Remove
            </button>
          </Form>
        </>
      )}
    </article>
  );
}

export const AppSection = (shown: Shown) => {
  const { held, mayChange, next } = shown;
  return (
    <section class="section">
      <h2>Authenticator app</h2>
      <div class="card">
        {!held.appWorks ? (
          <>
            {held.totpSince !== null && (
              <p>
                <strong>The codes of your app no longer work.</strong> This server has a new secret:
                set the app up again.
              </p>
            )}
            <p>
              An app on your phone shows a new code every 30 seconds. You type this code after your
              password.
            </p>
            {mayChange && (
              <p>
                <a class="button quiet" href={accountAt(APP_PATH, next)}>
                  Set up an app
                </a>
              </p>
            )}
          </>
        ) : (
          <>
            <p>
              Set up {agoHere(shown, held.totpSince ?? 0)}. After your password you type the code
              that the app shows.
            </p>
            {mayChange && (
              <Form shown={shown} action="remove-app">
                <button type="submit" class="stop slim">
                  Remove the app
                </button>
              </Form>
            )}
          </>
        )}
      </div>
    </section>
  );
};

export const CodesSection = (shown: Shown) => (
  <section class="section">
    <h2>Recovery codes</h2>
    <div class="card">
      <p>
        {shown.held.codesLeft} of 10 left. If you lose your passkey or the app, sign in with your
        password and one of these codes. Each works once.
      </p>
      {shown.mayChange && (
        <Form shown={shown} action="new-codes">
          <button type="submit" class="quiet slim">
            Make new codes
          </button>
          <p class="hint">Your old codes then stop working.</p>
        </Form>
      )}
    </div>
  </section>
);

const Form = ({
  shown,
  action,
  id = "",
  children,
}: Readonly<{ shown: Shown; action: string; id?: string; children: Child }>) => (
  <form method="post" action={ACCOUNT_PATH} class="deed">
    <CsrfField token={csrfFor(shown.own, purposeOf(action, id))} />
    <Hidden action={action} id={id} next={shown.next} />
    {children}
  </form>
);

const Hidden = ({
  action,
  id = "",
  next,
}: Readonly<{ action: string; id?: string; next: string }>) => (
  <>
    <input type="hidden" name="action" value={action} />
    <input type="hidden" name="id" value={id} />
    <input type="hidden" name="next" value={next} />
  </>
);

function agoHere({ own, owner }: Shown, instant: number): string {
  return ago(instant, own.desk.clock(), zoneOf(own.desk, owner));
}
