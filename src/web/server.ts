import { isIP } from "node:net";

export type Answer = (request: Request) => Response | Promise<Response>;

export type HttpServer = Bun.Server<undefined>;

/** Longer than the pause between two keep-alives of an event stream. */
const IDLE_TIMEOUT_S = 30;
/** Higher than every route's limit, so that routes can refuse in JSON. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** How long a stopping server waits for running requests. */
const DRAIN_MS = 5000;
/**
 * While requests run, a stopping server keeps its port open for at most this long. Its answers ask
 * clients to close their connections, because later requests on them would fail.
 */
const LAST_CALL_MS = 300;
const LOOK_MS = 20;

/**
 * Listens on the first free port of `ports`, which must not be empty. Port 0 means any free port.
 * Throws an Error with the operating system's error `code`.
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
 * True if a server can listen on this host. Tries it, because Bun may report an earlier, unrelated error
 * for an unknown host.
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

const REFUSALS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Port ${port} of ${host} is in use by another program.`,
  EACCES: (host, port) => `This user account is not allowed to listen on port ${port} of ${host}.`,
  [NO_SUCH_ADDRESS]: noSuchAddress,
  EINVAL: noSuchAddress,
};

const IN_USE = "EADDRINUSE";
const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === IN_USE;

/** Before calling `drain`, make all answers ask clients to close their connections. */
export async function drain(server: HttpServer): Promise<void> {
  for (let waited = 0; server.pendingRequests > 0 && waited < LAST_CALL_MS; waited += LOOK_MS) {
    await Bun.sleep(LOOK_MS);
  }
  // Let the event loop read the sockets once more, because unread requests would be lost.
  await new Promise<void>((resolve) => setImmediate(resolve));
  const { promise: tooLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  await Promise.race([server.stop(), tooLate]);
  clearTimeout(timer);
  await server.stop(true);
}
