import { statSync } from "node:fs";
import type { ErrorCode } from "../../domain/errors.ts";
import { MINUTE } from "../../domain/time.ts";
import type { OutboxFigures } from "../../storage/figures-store.ts";
import { createRegistry, type Registry } from "./registry.ts";

export interface Metrics {
  /** `route`: the matching pattern, never the path, because anybody can make up paths. */
  answered(request: { route: string; method: string; status: number; ms: number }): void;
  /** Returns a function to call when the stream has ended. */
  streamOpened(): () => void;
  /** `outcome`: `ok`, `replayed`, `asked` (a person must decide) or the code of the refusal. */
  called(operation: string, outcome: string): void;
  refused(codes: readonly ErrorCode[]): void;
  /** `ended`: table searches that gave up at the limit of tries. `moved`: reservations moved to make room. */
  searched(search: { readonly ended: number; readonly moved: number }): void;
  /** `bodies`: how many writes shared the commit. */
  committed(batch: { readonly bodies: number; readonly ms: number }): void;
  /** A run of the background loop ended. `lateMs`: how late the run began. */
  ran(run: { readonly cause: string; readonly lateMs: number; readonly ms: number }): void;
  /** `outcome`: the status that the gateway's `send` returned, or `failed`. */
  attempted(outcome: string): void;
  watch(instance: WatchedInstance): void;
  text(): string;
}

export interface WatchedInstance {
  readonly database: string;
  /** False from a failed write until a write succeeds again. */
  readonly writable: () => boolean;
  /** Epoch milliseconds by the clock that decides which texts are due. */
  readonly now: () => number;
  /** Time since the latest run of the background loop ended, or since the loop started if it never ran. */
  readonly loopSilentMs: () => number;
  readonly outbox: () => OutboxFigures;
  readonly offers: () => Readonly<Record<string, number>>;
  readonly backups: () => {
    readonly newest: { readonly takenAt: number } | null;
    /** Why the last backup failed, or why the backup folder cannot be read. Null if all is well. */
    readonly failure: string | null;
    /** Null if backups are not uploaded. */
    readonly storage: { readonly newestAt: number | null; readonly failure: string | null } | null;
  };
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64];
const RUN_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Counting offers reads every row, so each count is used for this long. */
const OFFERS_MS = MINUTE;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export function createMetrics(build: {
  readonly version: string;
  readonly commit: string;
  readonly startedAt: number;
}): Metrics {
  const registry = createRegistry();
  const requests = registry.counter(
    "maitred_http_requests_total",
    "Requests by route, method and status.",
    ["route", "method", "status"],
  );
  const durations = registry.histogram(
    "maitred_http_request_seconds",
    "Time to answer a request, by route.",
    REQUEST_SECONDS,
    ["route"],
  );
  let streams = 0;
  registry.gauge("maitred_http_streams", "Open event streams.", () => [[streams]]);
  const calls = registry.counter(
    "maitred_tool_calls_total",
    "Calls of operations, by name and outcome: ok, replayed, asked (a person must decide) or the refusal's code.",
    ["tool", "outcome"],
  );
  const refusals = registry.counter(
    "maitred_refusals_total",
    "Reasons for refused calls; one call can have several.",
    ["code"],
  );
  const searches = registry.counter(
    "maitred_table_searches_ended_total",
    "Table searches that gave up at the limit of tries per call.",
  );
  const moves = registry.counter(
    "maitred_table_moves_total",
    "Reservations that were moved to other tables to make room.",
  );
  const batches = registry.histogram(
    "maitred_write_batch_size",
    "Writes that shared a commit.",
    BATCH_SIZES,
  );
  const commits = registry.histogram(
    "maitred_write_commit_seconds",
    "Time for a commit to reach the disk.",
    COMMIT_SECONDS,
  );
  const runs = registry.histogram(
    "maitred_loop_run_seconds",
    "Duration of the background loop's runs, by cause: tick (scheduled) or wake (on demand).",
    RUN_SECONDS,
    ["cause"],
  );
  let lateSeconds = 0;
  registry.gauge(
    "maitred_loop_lag_seconds",
    "How late the latest scheduled run of the background loop began.",
    () => [[lateSeconds]],
  );
  const attempts = registry.counter(
    "maitred_sms_attempts_total",
    "Texts handed to the gateway, by the gateway's answer.",
    ["outcome"],
  );
  aboutTheProcess(registry, build);
  return {
    answered({ route, method, status, ms }) {
      requests.add([route, METHODS.includes(method) ? method : "other", String(status)]);
      durations.observe(ms / 1000, [route]);
    },
    streamOpened() {
      streams += 1;
      let open = true;
      return () => {
        if (open) streams -= 1;
        open = false;
      };
    },
    called: (operation, outcome) => calls.add([operation, outcome]),
    refused(codes) {
      for (const code of codes) refusals.add([code]);
    },
    searched({ ended, moved }) {
      if (ended > 0) searches.add([], ended);
      if (moved > 0) moves.add([], moved);
    },
    committed({ bodies, ms }) {
      batches.observe(bodies);
      commits.observe(ms / 1000);
    },
    ran({ cause, lateMs, ms }) {
      runs.observe(ms / 1000, [cause]);
      if (cause === "tick") lateSeconds = lateMs / 1000;
    },
    attempted: (outcome) => attempts.add([outcome]),
    watch: (instance) => watch(registry, instance),
    text: () => registry.text(),
  };
}

type ReadOne = (name: string, help: string, read: () => number) => void;

const single =
  (registry: Registry): ReadOne =>
  (name, help, read) =>
    registry.gauge(name, help, () => [[read()]]);

function aboutTheProcess(
  registry: Registry,
  { version, commit, startedAt }: Parameters<typeof createMetrics>[0],
): void {
  const one = single(registry);
  registry.gauge(
    "maitred_build_info",
    "Versions of maitred and Bun, and the commit, as labels. Always 1.",
    () => [[1, [version, Bun.version, commit]]],
    { labels: ["version", "bun", "commit"] },
  );
  one("process_start_time_seconds", "When the process started, Unix time.", () => startedAt / 1000);
  one("process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  one("process_heap_bytes", "Memory of JavaScript objects.", () => process.memoryUsage().heapUsed);
  registry.gauge(
    "process_cpu_seconds_total",
    "Processor time used.",
    () => {
      const { user, system } = process.cpuUsage();
      return [[(user + system) / 1e6]];
    },
    { type: "counter" },
  );
}

function watch(registry: Registry, instance: WatchedInstance): void {
  const one = single(registry);
  const byState = (name: string, help: string, read: () => Readonly<Record<string, number>>) =>
    registry.gauge(
      name,
      help,
      () => Object.entries(read()).map(([state, count]) => [count, [state]]),
      { labels: ["state"] },
    );
  one(
    "maitred_writable",
    "1 if writes succeed; 0 from a failed write until the next success.",
    () => Number(instance.writable()),
  );
  one(
    "maitred_loop_silent_seconds",
    "Seconds since the background loop finished its latest run.",
    () => instance.loopSilentMs() / 1000,
  );
  byState(
    "maitred_outbox_texts",
    "Texts not sent yet, by state: scheduled for later, due, being sent, held (a daily limit was reached).",
    () => {
      const { scheduled, due, sending, held } = instance.outbox();
      return { scheduled, due, sending, held };
    },
  );
  one(
    "maitred_outbox_oldest_due_seconds",
    "How long the oldest due text has waited, including attempts to send it.",
    () => {
      const now = instance.now();
      return Math.max(0, now - (instance.outbox().oldestDueAt ?? now)) / 1000;
    },
  );
  byState(
    "maitred_waitlist_offers",
    "Waitlist offers, past ones included, by state.",
    keptFor(OFFERS_MS, instance.offers),
  );
  one(
    "maitred_backup_newest_timestamp_seconds",
    "Unix time of the newest backup; 0 if there is none.",
    () => (instance.backups().newest?.takenAt ?? 0) / 1000,
  );
  one(
    "maitred_backup_failing",
    "1 while backups cannot be made or uploaded, or their folder cannot be read.",
    () => {
      const { failure, storage } = instance.backups();
      return Number(failure !== null || (storage?.failure ?? null) !== null);
    },
  );
  registry.gauge(
    "maitred_backup_uploaded_timestamp_seconds",
    "Unix time of the newest backup in the S3 storage; 0 if there is none.",
    () => {
      const { storage } = instance.backups();
      return storage === null ? [] : [[(storage.newestAt ?? 0) / 1000]];
    },
  );
  one("maitred_database_bytes", "Size of the database.", () => sizeOf(instance.database));
  one("maitred_database_wal_bytes", "Size of the database's write-ahead log.", () =>
    sizeOf(`${instance.database}-wal`),
  );
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function keptFor<T>(ms: number, read: () => T): () => T {
  let kept: { readonly value: T; readonly at: number } | null = null;
  return () => {
    const now = performance.now();
    if (kept === null || now - kept.at >= ms) kept = { value: read(), at: now };
    return kept.value;
  };
}
