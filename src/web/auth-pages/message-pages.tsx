/** @jsxImportSource hono/jsx */
import { type Notice, notices, stopped as words } from "../../words/en/host/notices.ts";
import { UNREADABLE_FORM } from "../page-form.ts";
import { pageAnswer } from "./answers.ts";

export const noticePage = (
  status: number,
  { title, text, small }: Notice,
  { signIn = false, headers = {} }: { signIn?: boolean; headers?: Record<string, string> } = {},
): Promise<Response> =>
  pageAnswer({
    status,
    headers,
    title,
    children: (
      <>
        {text.map((paragraph) => (
          <p>
            {paragraph
              .split("`")
              .map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}
          </p>
        ))}
        {small !== undefined && <p class="small">{small}</p>}
        {signIn && (
          <p>
            <a class="button" href="/sign-in">
              Sign in
            </a>
          </p>
        )}
      </>
    ),
  });

/** For a form that was shown to another browser or person. `isNew`: the browser sent no cookie. */
export const staleForm = (isNew: boolean): Promise<Response> =>
  noticePage(403, isNew ? notices.noCookie : notices.staleForm);

export const unreadableForm = (): Promise<Response> =>
  noticePage(400, { title: "That form cannot be read", text: [UNREADABLE_FORM] });

export const tooManyRequests = (seconds: number): Promise<Response> =>
  noticePage(429, notices.tooMany(seconds), { headers: { "Retry-After": String(seconds) } });

/** Does not tell the person whether the request has ended or belongs to another browser. */
export const goneRequest = (): Promise<Response> => noticePage(410, notices.goneRequest);

export const noOAuthHere = (origin: string): Promise<Response> =>
  noticePage(404, notices.noOAuth(origin));

export function closedSetup(state: "expired" | "used" | "unknown" | "closed"): Promise<Response> {
  if (state === "expired") return noticePage(410, notices.setupExpired);
  if (state === "unknown") return noticePage(404, notices.setupUnknown);
  return noticePage(410, notices.isSetUp, { signIn: true });
}

interface Refused {
  readonly title: string;
  readonly description: string;
  readonly status: number;
}

/** For errors that make a redirect to the app unsafe. */
export const refusedConnection = ({ title, description, status }: Refused): Promise<Response> =>
  pageAnswer({
    status,
    title,
    children: (
      <>
        <p>{description}</p>
        <div class="foot">
          <p>{words.notSentBack}</p>
        </div>
      </>
    ),
  });

export const stoppedConnection = ({
  title,
  description,
  status,
  location,
  redirectHost,
}: Refused & { readonly location: string; readonly redirectHost: string }): Promise<Response> =>
  pageAnswer({
    status,
    title,
    children: (
      <>
        <p>{status < 500 ? words.notAccepted : words.failed(description)}</p>
        {status < 500 && <p class="small">{words.forMakers(description)}</p>}
        <div class="destination">
          <p class="small">{words.wantsBack}</p>
          <p class="host">
            <bdi>{redirectHost}</bdi>
          </p>
          <p class="small">{words.unchecked}</p>
        </div>
        <p>
          <a class="button quiet" href={location} rel="noreferrer">
            {words.goBack}
          </a>
        </p>
      </>
    ),
  });
