import { createGate } from "../../src/auth/gate.ts";
import type { Environment } from "../../src/domain/caller.ts";
import type { RandomBytes } from "../../src/domain/ids.ts";
import type { Log } from "../../src/log.ts";
import { createMcpEndpoint, type McpEndpointOptions } from "../../src/mcp/endpoint.ts";
import type { Fixtures } from "../../src/mcp/server.ts";
import type { Tool } from "../../src/operations/define.ts";
import { createInvoke, type Invoke } from "../../src/operations/invoke.ts";
import { createHttpApp, type HttpAppOptions } from "../../src/web/http-app.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { issueKey, type KeyOptions } from "./issue-key.ts";

export interface LogLine {
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: Record<string, unknown>;
}

/** The HTTP application of the product over a real database, listening on a free loopback port. */
export interface ServedApp extends AsyncDisposable {
  readonly url: string;
  readonly mcp: string;
  readonly house: TestDatabase;
  readonly log: LogLine[];
  /** Epoch milliseconds; the test moves it. */
  now: number;
  /** Issues a key. Returns the key and the id of its row. */
  issueKey(options?: KeyOptions): Promise<{ readonly key: string; readonly id: string }>;
  /** Waits until every queued write is finished. */
  settled(): Promise<void>;
}

/** The parts of the application that a test may replace. */
export interface ServedAppOptions {
  readonly operations?: readonly Tool[];
  readonly invoke?: Invoke;
  readonly environment?: Environment;
  readonly fixtures?: Fixtures;
  readonly unmendedFaults?: readonly string[];
  readonly app?: Partial<HttpAppOptions>;
}

const random: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));
const LEVELS = ["debug", "info", "warn", "error"] as const;

/** Use with `await using`. */
export async function serveApp(options: ServedAppOptions = {}): Promise<ServedApp> {
  const environment = options.environment ?? "test";
  const house = openTestDatabase({ environment });
  const { stores, writer } = house;
  const lines: LogLine[] = [];
  const log = Object.fromEntries(
    LEVELS.map((level) => [
      level,
      (event: string, fields = {}) => void lines.push({ level, event, fields }),
    ]),
  ) as unknown as Log;

  const listener = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("starting", { status: 503 }),
  });
  const origin = options.app?.origin ?? `http://127.0.0.1:${listener.port}`;
  const served: { now: number } = { now: Date.UTC(2026, 10, 20, 15) };
  const clock = () => served.now;
  const endpointOptions: McpEndpointOptions = {
    operations: options.operations ?? [],
    invoke: options.invoke ?? createInvoke({ stores, writer, clock, random }),
    log,
    version: "0.0.0-test",
    origin,
    questionKey: random(32),
    clock,
    ...(options.fixtures === undefined ? {} : { fixtures: options.fixtures }),
    ...(options.unmendedFaults === undefined ? {} : { unmendedFaults: options.unmendedFaults }),
  };
  const endpoint = createMcpEndpoint(endpointOptions);
  const app = createHttpApp({
    origin,
    allowedHosts: [],
    allowedOrigins: [],
    trustedProxies: [],
    version: "0.0.0-test",
    log,
    gate: createGate({ stores, writer, clock, environment, origin, log }),
    mcp: endpoint.serve,
    ready: () => ({ ready: true, checks: {} }),
    smsHooks: { gateway: null, origin, now: clock, take: () => Promise.resolve() },
    ...options.app,
  });
  listener.reload({ fetch: (request, server) => app.fetch(request, server) });

  return Object.assign(served, {
    url: `http://127.0.0.1:${listener.port}`,
    mcp: `http://127.0.0.1:${listener.port}/mcp`,
    house,
    log: lines,
    issueKey: (wanted: KeyOptions = {}) =>
      issueKey({ stores, writer, now: served.now, environment }, wanted),
    settled: () => writer.write(() => undefined),
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await listener.stop(true);
      await writer.close();
      house[Symbol.dispose]();
    },
  });
}
