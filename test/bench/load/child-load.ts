// Child process of the bench that sends requests as fast as a server answers them. Each line on
// standard input is a job, each line on standard output the result of a job.
import { readFileSync } from "node:fs";
import { talk } from "./connection.ts";
import type { Job, Outcome } from "./load.ts";
import { requestsOf } from "./requests.ts";

/**
 * How many requests are prepared for each second: more than any server of the bench can answer. If
 * they are used up, the job ends early.
 */
const MOST_PER_SECOND = 16_000;
const TICK_MS = 10;

/** The processor time of a process so far, of all threads, in milliseconds (proc_pid_stat(5)). */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const ownMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function run(job: Job): Promise<Outcome> {
  const { target, calls, connections, warmUpSeconds, seconds, pid } = job;
  const most = Math.ceil((warmUpSeconds + seconds) * MOST_PER_SECOND);
  const requests = requestsOf(target, calls, most);
  const onlyOne = requests.length === 1 ? requests[0] : undefined;
  let sent = 0;
  const next = (): Buffer | null => {
    const request = onlyOne ?? requests[sent];
    sent += 1;
    return request ?? null;
  };
  const times: number[] = [];
  let acknowledged = 0;
  let failed = 0;
  const start = performance.now() + warmUpSeconds * 1000;
  const end = start + seconds * 1000;
  let before = { server: processorMs(pid), own: ownMs() };
  const timer = setTimeout(() => {
    before = { server: processorMs(pid), own: ownMs() };
  }, warmUpSeconds * 1000);
  const one = async (): Promise<void> => {
    const first = next();
    if (first === null) return;
    let askedAt = performance.now();
    await talk(target.port, first, (wentWell) => {
      const now = performance.now();
      if (wentWell) acknowledged += 1;
      else failed += 1;
      if (now >= start) times.push(now - askedAt);
      askedAt = now;
      return now < end ? next() : null;
    });
  };
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = performance.now() - start;
  clearTimeout(timer);
  if (times.length === 0) throw new Error("Nothing was answered after the warm-up.");
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    acknowledged,
    failed,
    perSecond: (times.length / elapsed) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    serverMsPerCall: (processorMs(pid) - before.server) / times.length,
    clientMsPerCall: (ownMs() - before.own) / times.length,
  };
}

for await (const line of console) {
  if (line === "") break;
  console.log(JSON.stringify(await run(JSON.parse(line) as Job)));
}
