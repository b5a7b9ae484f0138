import { start } from "../../src/app.ts";
import type { RunningServer, ServerOptions } from "../../src/instance/server.ts";
import { createLog } from "../../src/log.ts";
import { running } from "../cli/command-line.ts";
import type { Person } from "./browserless-consent.ts";

/** The product on its own port, with two brands, test keys and a user who can sign in. */
export interface DeskWithUser extends AsyncDisposable {
  readonly url: string;
  readonly mcp: string;
  readonly apiKey: string;
  /** A read-only key. */
  readonly readOnlyKey: string;
  readonly brands: readonly string[];
  /** Owner of both brands. */
  readonly user: Person;
  readonly server: RunningServer;
  /** The lines logged so far, as they would be written. */
  readonly logged: readonly string[];
  /** Moves the product's clock forward by milliseconds. */
  advance(byMs: number): Promise<void>;
}

/** The fields of the dev command's output that tests use. */
interface Line {
  readonly url: string;
  readonly mcp: string;
  readonly apiKey: string;
  readonly readOnlyKey: string;
  readonly brands: readonly { readonly slug: string }[];
  readonly user: Person;
  readonly test: string;
}

/** Starts the product in this process, as `maitred dev` does. Use with `await using`. */
export const deskWithUser = (...flags: readonly string[]): Promise<DeskWithUser> =>
  configuredDesk({}, ...flags);

/** Starts the product with options that `maitred dev` has no flags for. */
export async function configuredDesk(
  configured: Partial<ServerOptions>,
  ...flags: readonly string[]
): Promise<DeskWithUser> {
  const started = Promise.withResolvers<RunningServer>();
  const args = ["dev", "--json", "--empty", "--log-level", "error", "--port", "0", ...flags];
  const logged: string[] = [];
  const write = (line: string): void => void logged.push(line);
  const log = createLog({ level: "debug", now: Date.now, write });
  const desk = running(args, {
    now: Date.now,
    start: async (options) => {
      const server = await start({ ...options, ...configured, log });
      started.resolve(server);
      return server;
    },
  });
  const line = JSON.parse(await desk.ready) as Line;
  const server = await started.promise;
  return {
    url: line.url,
    mcp: line.mcp,
    apiKey: line.apiKey,
    readOnlyKey: line.readOnlyKey,
    brands: line.brands.map(({ slug }) => slug),
    user: line.user,
    server,
    logged,
    async advance(byMs) {
      const response = await fetch(`${line.test}/clock`, {
        method: "POST",
        headers: { authorization: `Bearer ${line.apiKey}` },
        body: JSON.stringify({ advance: byMs }),
      });
      if (!response.ok) throw new Error(`The clock did not move: ${await response.text()}`);
    },
    [Symbol.asyncDispose]: async () => void (await desk.stop()),
  };
}
