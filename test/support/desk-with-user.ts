import { start } from "../../src/app.ts";
import type { RunningServer, ServerOptions } from "../../src/instance/server.ts";
import { createLog } from "../../src/log.ts";
import { running } from "../cli/command-line.ts";
import type { Person } from "./browserless-consent.ts";

/** The product with two brands, test keys and a user who can sign in, on its own port. */
export interface DeskWithUser extends AsyncDisposable {
  readonly url: string;
  readonly mcp: string;
  readonly apiKey: string;
  /** A key that may only read. */
  readonly readOnlyKey: string;
  readonly brands: readonly string[];
  /** Owner of both brands. */
  readonly user: Person;
  readonly server: RunningServer;
  /** Every line of its log so far, as it would be written. */
  readonly logged: readonly string[];
  /** Moves the clock of everything by milliseconds. */
  advance(byMs: number): Promise<void>;
}

/** The part of the dev command's output that is used here. */
interface Line {
  readonly url: string;
  readonly mcp: string;
  readonly apiKey: string;
  readonly readOnlyKey: string;
  readonly brands: readonly { readonly slug: string }[];
  readonly user: Person;
  readonly test: string;
}

/** Starts it as `maitred dev` does, in this process; use with `await using`. */
export const deskWithUser = (...flags: readonly string[]): Promise<DeskWithUser> =>
  configuredDesk({}, ...flags);

/** The same with options that are not flags. */
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
