import { existsSync } from "node:fs";
import { createGate } from "./auth/gate.ts";
import { loadInstanceSecret } from "./auth/instance-secret.ts";
import { attendanceDeadline } from "./background/attendance-deadline.ts";
import { automaticCompletion } from "./background/automatic-completion.ts";
import { deliveries } from "./background/deliveries.ts";
import { createInbox } from "./background/inbound-texts.ts";
import { createLoop, type Loop } from "./background/loop.ts";
import { pendingRequests } from "./background/pending-requests.ts";
import { purge } from "./background/purge.ts";
import type { Machine } from "./background/sweep.ts";
import { createTimeTravel } from "./background/time-travel.ts";
import { databaseIn } from "./cli/instance.ts";
import type { OpenDesk, RunningServer, ServerOptions } from "./cli/server.ts";
import type { Message } from "./domain/message.ts";
import { createMcpEndpoint } from "./mcp/endpoint.ts";
import { OPERATIONS } from "./operations/index.ts";
import { createInvoke } from "./operations/invoke.ts";
import { createLogSms } from "./sms/log.ts";
import { closeDatabase, openDatabase } from "./storage/database.ts";
import { openStores } from "./storage/stores.ts";
import { createWriter, type Writer } from "./storage/writer.ts";
import { VERSION } from "./version.ts";
import { createHttpApp } from "./web/http-app.ts";
import { createTestInterface, type TestInterface, type TestMessage } from "./web/test-interface.ts";

/** Longer than the pause between two keep-alives of an open stream. */
const IDLE_TIMEOUT_S = 30;
/** Far above what any path takes: those refuse by themselves, in JSON; this bare refusal is the last resort. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Requests that run when the server is asked to end get this long. */
const DRAIN_MS = 5000;
/** What was rejected because the database failed still reaches its callers. */
const LAST_WORDS_MS = 100;

/** Opens the database and answers requests until `close()`. Throws OpenError, InstanceSecretError. */
export async function start(options: ServerOptions): Promise<RunningServer> {
  const opened = open(options);
  try {
    if (options.clockAt !== null) await opened.setClock(options.clockAt);
    await options.prepare?.(opened.desk);
    return await serve(options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface Opened {
  readonly desk: OpenDesk;
  readonly loop: Loop;
  readonly machine: Machine;
  readonly database: string;
  /** Lets the clock of a test database show this instant (epoch milliseconds) from now on. */
  setClock(instant: number): Promise<void>;
  close(): Promise<void>;
}

/** Everything behind the transports. */
function open({ folder, environment, log }: ServerOptions): Opened {
  const path = databaseIn(folder);
  const secret = loadInstanceSecret(folder, { databaseExists: existsSync(path) });
  const database = openDatabase(path, {
    environment,
    create: true,
    now: Date.now,
    onMigrated: (result) => log.info("migrated", { ...result }),
  });
  const stores = openStores(database, secret);
  const directWriter = createWriter(database, {
    onFatal(error) {
      log.error("database_failed", { error });
      setTimeout(() => process.exit(1), LAST_WORDS_MS);
    },
  });
  const clock = (): number => Date.now() + stores.instance.clockOffset();
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
  // The loop writes without waking itself.
  const machine = { stores, writer: directWriter, clock, random, log };
  const loop = createLoop({
    steps: [
      deliveries(machine, createLogSms(log, environment)),
      automaticCompletion(machine),
      pendingRequests(machine),
      attendanceDeadline(machine),
      purge(machine),
    ],
    clock,
    log,
  });
  const writer = wakingWriter(directWriter, loop);
  const desk = {
    stores,
    writer,
    clock,
    random,
    invoke: createInvoke({ stores, writer, clock, random }),
  };
  return {
    desk,
    loop,
    machine,
    database: path,
    setClock: (instant) =>
      directWriter.write(() => stores.instance.setClockOffset(instant - Date.now())),
    async close() {
      await loop.stop();
      await directWriter.close();
      closeDatabase(database);
    },
  };
}

/** A commit may have made a text due: the loop looks when it has settled. */
function wakingWriter(writer: Writer, loop: Loop): Writer {
  return {
    write(body) {
      const settled = writer.write(body);
      settled.then(loop.wake, () => undefined);
      return settled;
    },
    close: () => writer.close(),
    healthy: () => writer.healthy(),
  };
}

/** Opens the port, then builds what answers there: the origin is known only when the port is. */
async function serve(options: ServerOptions, opened: Opened): Promise<RunningServer> {
  const { log, environment } = options;
  const { desk, loop } = opened;
  let accepting = true;
  let answer: (request: Request) => Response | Promise<Response> = () =>
    new Response("Starting", { status: 503 });
  const server = listen(options, (request) => answer(request));
  const local = `http://127.0.0.1:${server.port}`;
  const origin = options.origin ?? local;
  const mcp = createMcpEndpoint({
    operations: OPERATIONS,
    invoke: desk.invoke,
    log,
    version: VERSION,
    origin,
    unmendedFaults: options.unmendedFaults,
  });
  const app = createHttpApp({
    ...options,
    origin,
    version: VERSION,
    gate: createGate({ ...desk, environment, origin, log }),
    mcp: (request, caller, info) => mcp.serve(request, caller, info),
    ready: () => {
      const checks = { accepting, writer: desk.writer.healthy() };
      return { ready: checks.accepting && checks.writer, checks };
    },
    ...(environment === "test" ? { testInterface: testInterfaceOf(opened) } : {}),
  });
  answer = (request) => app.fetch(request, server);
  loop.start();
  log.info("listening", { origin, host: options.host, port: server.port, environment });
  return {
    ...desk,
    url: origin,
    local,
    database: opened.database,
    async close() {
      accepting = false;
      await loop.stop();
      await mcp.close();
      await drained(server);
      await opened.close();
      log.info("stopped");
    },
  };
}

/** Lets running requests end, and cuts off those that do not. */
async function drained(server: Bun.Server<undefined>): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  await Promise.race([server.stop(), tooLate]);
  clearTimeout(timer);
  await server.stop(true);
}

/** Listens on the first port that is free. */
function listen(
  { host, ports }: ServerOptions,
  answer: (request: Request) => Response | Promise<Response>,
): Bun.Server<undefined> {
  const attempts = ports.map((port) => () => listenOn(host, port, answer));
  for (const attempt of attempts.slice(0, -1)) {
    try {
      return attempt();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
  return listenOn(host, ports.at(-1) ?? 0, answer);
}

const listenOn = (
  hostname: string,
  port: number,
  answer: (request: Request) => Response | Promise<Response>,
): Bun.Server<undefined> =>
  Bun.serve({
    hostname,
    port,
    idleTimeout: IDLE_TIMEOUT_S,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch: answer,
  });

/** A text without what only the outbox needs. */
const shownText = ({
  expiresAt: _expiresAt,
  attempt: _attempt,
  providerId: _providerId,
  uniqueKey: _uniqueKey,
  createdBy: _createdBy,
  ...shown
}: Message): TestMessage => shown;

/** The clock and the texts of a test database, for tests from outside. */
function testInterfaceOf({ desk, loop, machine, setClock }: Opened): TestInterface {
  const receive = createInbox(machine);
  return createTestInterface({
    now: desk.clock,
    setClock: createTimeTravel({ loop, clock: desk.clock, setClock }),
    messages: (filter) => desk.stores.messages.list(filter).map(shownText),
    reply: receive,
  });
}
