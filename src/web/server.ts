import { isIP } from "node:net";

/** Answers a request. */
export type Answer = (request: Request) => Response | Promise<Response>;

/** Bun's server, without WebSockets. */
export type HttpServer = Bun.Server<undefined>;

/** Longer than the pause between two keep-alives of an open stream. */
const IDLE_TIMEOUT_S = 30;
/** A last resort, far above what any path accepts: paths refuse earlier, in JSON. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** How long running requests get when the server stops. */
const DRAIN_MS = 5000;
/**
 * While requests are running, the port stays open for at most this long, and answers ask clients to
 * close their connections. Otherwise their next request would break instead of being refused.
 */
const LAST_CALL_MS = 300;
const LOOK_MS = 20;

/**
 * Listens on the first port that is not in use; `ports` has at least one, 0 is any. Throws an Error
 * with the system's code for any other fault, or if all are in use.
 */
export function listen(
  { host, ports }: { readonly host: string; readonly ports: readonly number[] },
  answer: Answer,
): HttpServer {
  const attempts = ports.map((port) => () => listenOn(host, port, answer));
  for (const attempt of attempts.slice(0, -1)) {
    try {
      return attempt();
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
  }
  return listenOn(host, ports.at(-1) ?? 0, answer);
}

function listenOn(hostname: string, port: number, answer: Answer): HttpServer {
  try {
    return Bun.serve({
      hostname,
      port,
      idleTimeout: IDLE_TIMEOUT_S,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch: answer,
    });
  } catch (error) {
    const { code = "", syscall } = error as NodeJS.ErrnoException;
    const known = isIP(hostname) !== 0 || hasName(hostname) ? code : NO_SUCH_ADDRESS;
    const message = REFUSALS[known]?.(hostname, port);
    if (message === undefined) throw error;
    throw Object.assign(new Error(message, { cause: error }), { code: known, syscall });
  }
}

/**
 * For an unknown host name Bun reports whatever error the system had last, even one about a file.
 * So try the name with any free port: if that works, the name is known.
 */
function hasName(hostname: string): boolean {
  try {
    void Bun.serve({ hostname, port: 0, fetch: () => new Response() }).stop(true);
    return true;
  } catch {
    return false;
  }
}

const NO_SUCH_ADDRESS = "EADDRNOTAVAIL";
const noSuchAddress = (host: string): string => `This machine has no address ${host} to listen on.`;

/** Messages for the system's errors. */
const REFUSALS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Port ${port} of ${host} is in use by another program.`,
  EACCES: (host, port) => `This account may not listen on port ${port} of ${host}.`,
  [NO_SUCH_ADDRESS]: noSuchAddress,
  EINVAL: noSuchAddress,
};

const IN_USE = "EADDRINUSE";
const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === IN_USE;

/**
 * Waits briefly for running requests, then accepts no new ones, lets the others end, and cuts off
 * those that do not end in time. The answers must already ask clients to close their connections.
 */
export async function drain(server: HttpServer): Promise<void> {
  for (let waited = 0; server.pendingRequests > 0 && waited < LAST_CALL_MS; waited += LOOK_MS) {
    await Bun.sleep(LOOK_MS);
  }
  // Let the event loop read the sockets once more; requests not read yet would be lost.
  await new Promise<void>((resolve) => setImmediate(resolve));
  const { promise: tooLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  await Promise.race([server.stop(), tooLate]);
  clearTimeout(timer);
  await server.stop(true);
}
