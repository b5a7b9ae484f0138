/** @jsxImportSource hono/jsx */
import { UNREADABLE_FORM } from "../page-form.ts";
import { pageAnswer } from "./answers.ts";

/** A form that this browser was not shown; `isNew`: it sent no cookie. */
export const staleForm = (isNew: boolean): Promise<Response> =>
  pageAnswer({
    status: 403,
    title: "This page is out of date",
    children: isNew ? (
      <>
        <p>
          Your browser did not send the cookie that we gave it, so nothing was done. Allow cookies
          for this site, then go back, reload the page and try again.
        </p>
        <p class="small">
          Some browsers (Safari) keep no cookies of http://127.0.0.1: use another one there.
        </p>
      </>
    ) : (
      <p>
        Somebody else has signed in since it was opened, or it came from another site. Nothing was
        done. Go back, reload the page and try again.
      </p>
    ),
  });

/** A form that none of our pages sends. */
export const unreadableForm = (): Promise<Response> =>
  pageAnswer({
    status: 400,
    title: "That form cannot be read",
    children: <p>{UNREADABLE_FORM}</p>,
  });

/** Too many requests; `seconds` to wait. */
export const patience = (seconds: number): Promise<Response> =>
  pageAnswer({
    status: 429,
    headers: { "Retry-After": String(seconds) },
    title: "Too many tries",
    children: (
      <p>Please wait {seconds === 1 ? "a second" : `${seconds} seconds`}, then try again.</p>
    ),
  });

/** An app sent somebody here in a way that cannot continue; redirecting back would be unsafe. */
export const refusedConnection = (refused: {
  readonly title: string;
  readonly description: string;
  readonly status: number;
}): Promise<Response> =>
  pageAnswer({
    status: refused.status,
    title: refused.title,
    children: (
      <>
        <p>{refused.description}</p>
        <div class="foot">
          <p>
            Nothing was connected, and you were not sent back, because it is not certain where to.
            Close this page. To try again, remove the connection in the app and add it once more.
          </p>
        </div>
      </>
    ),
  });

/** An app sent somebody here with an error: they decide whether to go back to its address. */
export const stoppedConnection = (stopped: {
  readonly title: string;
  readonly description: string;
  readonly status: number;
  readonly location: string;
  readonly redirectHost: string;
}): Promise<Response> =>
  pageAnswer({
    status: stopped.status,
    title: stopped.title,
    children: (
      <>
        {stopped.status < 500 ? (
          <>
            <p>
              The app asked in a way that this server does not accept, so nothing was connected.
            </p>
            <p class="small">For the makers of the app: {stopped.description}</p>
          </>
        ) : (
          <p>{stopped.description} Nothing was connected.</p>
        )}
        <div class="destination">
          <p class="small">The app wants to send you back to</p>
          <p class="host">
            <bdi>{stopped.redirectHost}</bdi>
          </p>
          <p class="small">
            Nobody has checked this address. If you do not know it, close this page.
          </p>
        </div>
        <p>
          <a class="button quiet" href={stopped.location} rel="noreferrer">
            Go back to the app
          </a>
        </p>
      </>
    ),
  });

/** A request that has ended or belongs to another browser; the page does not say which. */
export const goneRequest = (): Promise<Response> =>
  pageAnswer({
    status: 410,
    title: "This request has ended",
    children: (
      <>
        <p>
          It has expired, was answered by somebody else, or was started in another browser. Nothing
          was connected.
        </p>
        <p>Go back to the app and connect again, using only one browser.</p>
        <p class="small">
          If you did not start this yourself, close this page: somebody may want you to connect
          their app.
        </p>
      </>
    ),
  });

/** OAuth needs encryption. */
export const noOAuthHere = (origin: string): Promise<Response> =>
  pageAnswer({
    status: 404,
    title: "Apps cannot be connected here",
    children: (
      <>
        <p>
          <code>{origin}</code> is not encrypted, so others on the network could read what an app
          receives.
        </p>
        <p>
          The person who runs this server can put it behind https (--origin https://...). Until
          then, programs can use an API key.
        </p>
      </>
    ),
  });

/** A set-up link that is no longer valid. */
export const closedSetup = (state: "expired" | "used" | "unknown" | "closed"): Promise<Response> =>
  state === "closed" || state === "used"
    ? pageAnswer({
        status: 410,
        title: "maitred is set up already",
        children: (
          <>
            <p>The first account exists, so this link no longer works.</p>
            <p>
              <a class="button" href="/sign-in">
                Sign in
              </a>
            </p>
          </>
        ),
      })
    : pageAnswer({
        status: state === "unknown" ? 404 : 410,
        title: state === "expired" ? "This link has expired" : "This link is not valid",
        children: (
          <p>
            Set-up links are good for 30 minutes, and only the newest one counts. Restart{" "}
            <code>maitred serve</code>: it prints a new one.
          </p>
        ),
      });
