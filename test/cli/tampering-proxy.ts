import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";

/** Answers a request in place of the server. The answer may be the server's, changed. */
export type Tamper = (heard: {
  readonly path: string;
  readonly request: Request;
  /** The request's body; empty if it has none. */
  readonly sent: string;
  /** The server's answer. */
  answer(): Promise<Response>;
}) => Promise<Response>;

/** A server that is reached only through a proxy and uses the proxy's origin as its own. */
export interface Tampered extends AsyncDisposable {
  readonly desk: DeskWithUser;
  readonly url: string;
  /** Changes answers from now on; null: changes none. */
  tamper: Tamper | null;
}

/** Starts the server and the proxy. */
export async function tamperedDesk(): Promise<Tampered> {
  let local = "";
  const held: { tamper: Tamper | null } = { tamper: null };
  const proxy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const sent = await request.text();
      const answer = async (): Promise<Response> => {
        const headers = new Headers(request.headers);
        const { method } = request;
        const hasBody = method !== "GET" && method !== "HEAD" && sent !== "";
        return await fetch(local + pathname + search, {
          method,
          headers,
          redirect: "manual",
          ...(hasBody ? { body: sent } : {}),
        });
      };
      return held.tamper === null
        ? await answer()
        : await held.tamper({ path: pathname, request, sent, answer });
    },
  });
  const url = `http://127.0.0.1:${proxy.port}`;
  const desk = await deskWithUser("--origin", url);
  local = desk.server.local;
  return Object.assign(held, {
    desk,
    url,
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await proxy.stop(true);
    },
  });
}

type Document = Record<string, unknown>;

/** Changes JSON answers at these paths. */
export const json =
  (paths: RegExp, change: (document: Document, sent: string) => Document): Tamper =>
  async ({ path, sent, answer }) => {
    const heard = await answer();
    if (!paths.test(path) || !(heard.headers.get("content-type") ?? "").includes("json")) {
      return heard;
    }
    const document = change((await heard.json()) as Document, sent);
    const { status, headers } = heard;
    return Response.json(document, { status, headers: withoutLength(headers) });
  };

/** Sends this answer instead if `when` is true. */
export const instead =
  (when: (heard: Parameters<Tamper>[0]) => boolean, answer: () => Response): Tamper =>
  async (heard) =>
    when(heard) ? answer() : await heard.answer();

/** Changes the headers of answers at these paths. */
export const headers =
  (paths: RegExp, change: (headers: Headers) => void): Tamper =>
  async ({ path, answer }) => {
    const heard = await answer();
    if (!paths.test(path)) return heard;
    const changed = withoutLength(heard.headers);
    change(changed);
    return new Response(await heard.text(), { status: heard.status, headers: changed });
  };

function withoutLength(heard: Headers): Headers {
  const kept = new Headers(heard);
  kept.delete("content-length");
  kept.delete("content-encoding");
  return kept;
}
