import { createAuthority } from "./auth/authority.ts";
import {
  IDENTITY_LABEL,
  identifierOf,
  instanceSecretWarning,
  loadInstanceSecret,
} from "./auth/instance-secret.ts";
import { bindSecret } from "./auth/secret-check.ts";
import { createGatewayEvents } from "./background/gateway-events.ts";
import { createInbox } from "./background/inbound-texts.ts";
import { createLease } from "./background/lease.ts";
import { createLoop, type Loop, wakingWriter } from "./background/loop.ts";
import { createPageCheck } from "./background/page-check.ts";
import { createServerBackups, secondServer } from "./background/server-backups.ts";
import { stepsOf } from "./background/steps.ts";
import { createTimeTravel } from "./background/time-travel.ts";
import { watchedClock } from "./background/watched-clock.ts";
import { checkOwn, endWith, runOwn } from "./instance/own-process.ts";
import { localUrl, type RunningServer, type ServerOptions } from "./instance/server.ts";
import { createMcpEndpoint } from "./mcp/endpoint.ts";
import { readFeed } from "./operations/feed/calendar-feed.ts";
import { createGuestDesk } from "./operations/guest/guest-desk.ts";
import { OPERATIONS } from "./operations/index.ts";
import { createInvoke } from "./operations/invoke.ts";
import { outboxFigures } from "./operations/reservation/questions.ts";
import { createGateways, hookPath } from "./sms/gateways.ts";
import { backupFolderOf } from "./storage/backup-files.ts";
import { closeDatabase, openDatabase } from "./storage/database.ts";
import { useFolder } from "./storage/folder-use.ts";
import { assertNotLost, isMade } from "./storage/inspect.ts";
import { databaseIn } from "./storage/open-error.ts";
import { openStores } from "./storage/stores.ts";
import { createWriteTest } from "./storage/write-test.ts";
import { createWriter } from "./storage/writer.ts";
import { BUILT_AT, COMMIT, VERSION } from "./version.ts";
import { createCalendarFeeds } from "./web/calendar-feeds.ts";
import type { SmsSetup } from "./web/dashboard/desk-visit.ts";
import type { InstanceStatus } from "./web/dashboard/health/instance-status.ts";
import { createGuestPages } from "./web/guest/guest-pages.tsx";
import { isEncrypted } from "./web/host-check.ts";
import { createHttpApp } from "./web/http-app.ts";
import { createMetrics, type Metrics } from "./web/metrics/instance-metrics.ts";
import { measuredGateway, measuredInvoke } from "./web/metrics/measured.ts";
import { createOAuthLimits } from "./web/oauth-limits.ts";
import { createPages } from "./web/pages.ts";
import { createReadiness } from "./web/routes/health.ts";
import { type Answer, drain, listen } from "./web/server.ts";
import type { SmsHooks } from "./web/sms-hooks.ts";
import { createTestInterface, type TestInterface, textsForTests } from "./web/test-interface.ts";
import { sayError } from "./words/render.ts";

/**
 * Throws ConfigError, OpenError, BackupError or InstanceSecretError, or the system's error if the port
 * cannot be opened.
 */
export async function start(options: ServerOptions): Promise<RunningServer> {
  const opened = open(options);
  try {
    await bindSecret(opened.desk, opened.secret);
    if (options.clockAt !== null) await opened.setClock(options.clockAt);
    await options.prepare?.(opened.desk);
    return await serve(options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function open(options: ServerOptions) {
  using opening = new DisposableStack();
  opening.use(useFolder(options.folder));
  const { folder, environment, log } = options;
  const path = databaseIn(folder);
  const kept = environment === "live" ? backupFolderIn(options) : null;
  assertNotLost(path, { folder: kept, now: Date.now() });
  const secret = loadInstanceSecret(folder, { databaseExists: () => isMade(path) });
  const warning = instanceSecretWarning(folder);
  if (warning !== null) log.warn("secret_not_private", { warning });
  const end = endWith(log);
  const pages = createPageCheck({ database: path, look: checkOwn(folder), end, log });
  const database = openDatabase(path, {
    environment,
    create: true,
    checked: pages.isDueFirst,
    now: Date.now,
    onMigrated: (result) => log.info("migrated", { ...result }),
  });
  const stores = openStores(database, secret, watchedClock({ ...options, builtAt: BUILT_AT }));
  for (const { slug } of stores.brands.names()) {
    const fault = stores.brands.fault(slug);
    if (fault !== null)
      log.error("brand_settings_invalid", { brand: slug, fault: sayError(fault, "agent") });
  }
  const metrics =
    options.metrics === true
      ? createMetrics({ version: VERSION, commit: COMMIT, startedAt: Date.now() })
      : null;
  const directWriter = createWriter(database, {
    onFatal: (error) => end("database_failed", error),
    ...(metrics === null ? {} : { onCommit: metrics.committed }),
  });
  const clock = (): number => Date.now() + stores.instance.clockOffset();
  const gateways = createGateways({ ...options, config: options, clock });
  const gateway = metrics === null ? gateways.sends : measuredGateway(gateways.sends, metrics);
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
  const onSearched = metrics === null ? {} : { onSearched: metrics.searched };
  // `directWriter`, because the loop's own writes must not wake the loop.
  const machine = { stores, writer: directWriter, clock, random, log, ...onSearched };
  const lease = createLease({
    stores,
    writer: directWriter,
    clock: Date.now,
    onSecondServer: (owner) => log.warn("second_server", { folder, ...secondServer(owner) }),
  });
  if (options.origin !== null) stores.guestLinks.reachedAt(options.origin);
  const loop: Loop = createLoop({
    steps: stepsOf(machine, { lease, gateway, wake: () => loop.wake() }),
    clock,
    log,
    mayRun: lease.renew,
    ...(metrics === null ? {} : { onRun: metrics.ran }),
  });
  const writer = wakingWriter(directWriter, loop);
  const withoutGateway = gateways.sends.name === "log" && environment === "live";
  const invoke = createInvoke({ stores, writer, clock, random, withoutGateway, ...onSearched });
  const desk = {
    stores,
    writer,
    clock,
    random,
    ...onSearched,
    invoke: metrics === null ? invoke : measuredInvoke(invoke, metrics),
  };
  const backups = createServerBackups(
    {
      data: folder,
      database: path,
      folder: backupFolderIn(options),
      plan: options.backups ?? null,
      run: runOwn,
      log,
    },
    stores,
    lease.held,
  );
  const folderUse = opening.move();
  return {
    desk,
    secret,
    loop,
    backups,
    pages,
    machine,
    writeTest: createWriteTest({
      writer: directWriter,
      instance: stores.instance,
      elapsed: () => performance.now(),
    }),
    metrics,
    database: path,
    inbox: createInbox({ ...machine, writer }, options.replyWords),
    sends: gateways.sends,
    gateway: gateways.receives,
    /** Only for test databases. */
    setClock: (instant: number): Promise<void> =>
      directWriter.write(() => stores.instance.setClockOffset(instant - Date.now())),
    async close() {
      await pages.stop();
      await backups.stop();
      await loop.stop();
      await lease.release();
      await directWriter.close();
      closeDatabase(database);
      folderUse.dispose();
    },
  };
}

type Opened = ReturnType<typeof open>;

const backupFolderIn = ({ folder, backups, backupFolder }: ServerOptions): string =>
  backups?.folder ?? backupFolder ?? backupFolderOf(databaseIn(folder));

/** Opens the port before `assemble`, because the default origin contains the port's number. */
async function serve(options: ServerOptions, opened: Opened): Promise<RunningServer> {
  let answer: Answer = () => new Response("Starting", { status: 503 });
  const server = listen(options, (request) => answer(request));
  try {
    return await assemble(options, opened, server, (ready) => {
      answer = ready;
    });
  } catch (error) {
    // Otherwise the open port would keep the process running.
    await server.stop(true);
    throw error;
  }
}

async function assemble(
  options: ServerOptions,
  opened: Opened,
  server: Bun.Server<undefined>,
  answerWith: (answer: Answer) => void,
): Promise<RunningServer> {
  const { log, environment } = options;
  const { desk, loop, metrics } = opened;
  if (metrics !== null) watchWith(metrics, opened);
  let accepting = true;
  const local = localUrl(options.host, server.port ?? 0);
  const origin = options.origin ?? local;
  desk.stores.guestLinks.reachedAt(origin);
  const encrypted = isEncrypted(origin);
  if (!encrypted) log.warn("origin_not_encrypted", { origin, without: "OAuth" });
  const { derive } = opened.secret;
  const authority = await createAuthority({
    ...desk,
    log,
    environment,
    origin,
    encrypted,
    derive,
    config: options,
  });
  const mcp = createMcpEndpoint({
    operations: OPERATIONS,
    invoke: desk.invoke,
    log,
    version: VERSION,
    origin,
    questionKey: derive("question"),
    clock: desk.clock,
    unmendedFaults: options.unmendedFaults,
  });
  const pages = createPages({
    ...desk,
    authority,
    config: options,
    environment,
    origin,
    encrypted,
    derive,
    sms: smsDeskOf(opened, options),
    instance: instanceDeskOf(opened, options),
  });
  const app = createHttpApp({
    ...options,
    origin,
    version: VERSION,
    operations: OPERATIONS,
    ...authority,
    mcp: (request, body, caller, info) => mcp.serve(request, body, caller, info),
    ready: createReadiness({
      writeTest: opened.writeTest,
      instance: desk.stores.instance,
      loopSilentMs: () => loop.silentMs(),
      accepting: () => accepting,
    }),
    identify: identifierOf(derive(IDENTITY_LABEL)),
    closing: () => !accepting,
    counted: metrics,
    metrics: metrics === null ? null : { text: metrics.text, token: options.metricsToken ?? null },
    smsHooks: smsHooksOf(opened, origin),
    oauthLimits: environment === "test" ? null : createOAuthLimits(desk.clock),
    ...pages,
    guestPages: createGuestPages({ desk: createGuestDesk(desk), clock: desk.clock }),
    calendarFeeds: createCalendarFeeds({
      read: (token) => readFeed(token, { stores: desk.stores, now: desk.clock() }),
      noteRead: (id) =>
        desk.writer.write(() => desk.stores.calendarFeeds.noteRead(id, desk.clock())),
      log,
      clock: desk.clock,
    }),
    ...(environment === "test" ? { testInterface: testInterfaceOf(opened) } : {}),
  });
  await opened.backups.start();
  answerWith((request) => app.fetch(request, server));
  loop.start();
  opened.pages.start();
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
      pages.dashboard.close();
      await drain(server);
      await opened.close();
      log.info("stopped");
    },
  };
}

function watchWith(metrics: Metrics, { desk, loop, backups, database }: Opened): void {
  const { stores } = desk;
  metrics.watch({
    database,
    writable: () => desk.writer.healthy(),
    loopSilentMs: () => loop.silentMs(),
    outbox: () => outboxFigures({ stores, now: desk.clock() }),
    now: desk.clock,
    offers: () => stores.figures.offers(),
    backups: backups.status,
  });
}

const smsHooksOf = ({ desk, machine, gateway, inbox }: Opened, origin: string): SmsHooks => ({
  gateway,
  origin,
  now: desk.clock,
  take: createGatewayEvents({ ...machine, writer: desk.writer }, inbox),
});

function smsDeskOf(
  { sends, gateway, inbox }: Opened,
  { smsProvider }: Pick<ServerOptions, "smsProvider">,
): SmsSetup {
  return {
    provider: sends.name,
    configured: smsProvider,
    hook: gateway === null ? null : hookPath(gateway.name),
    replyAs:
      sends.name === "log"
        ? ({ key, ...text }) => inbox({ ...text, provider: "phone", providerEventId: key })
        : null,
  };
}

const instanceDeskOf = (
  { desk, loop, database, backups, pages }: Opened,
  options: ServerOptions,
): InstanceStatus => ({
  database,
  startedAt: Date.now(),
  systemClock: Date.now,
  watch: desk.stores.clock,
  pages: pages.state,
  writable: () => desk.writer.healthy(),
  loopSilentMs: () => loop.silentMs(),
  backups: {
    everyHours: options.backups?.at ? 24 : (options.backups?.everyHours ?? 0),
    folder: backupFolderIn(options),
    status: backups.status,
  },
});

function testInterfaceOf({ desk, loop, inbox, setClock }: Opened): TestInterface {
  const { stores } = desk;
  return createTestInterface({
    now: desk.clock,
    setClock: createTimeTravel({ loop, clock: desk.clock, setClock }),
    messages: (filter) => textsForTests(stores, filter),
    brands: () => stores.brands.names().map(({ slug }) => slug),
    reply: inbox,
  });
}
