import { Database } from "bun:sqlite";
import { presence, takenSeats } from "../support/load-sweep.ts";
import { residentMiB } from "../support/resident-memory.ts";
import { caseAt } from "./cases.ts";
import type { Case } from "./draft.ts";
import { exchange } from "./exchange.ts";
import { BISTRO, GUEST_PHONE, type House, VAULT_PHONE } from "./house.ts";
import { faultsOf, PATIENCE_MS } from "./judgement.ts";
import { SMUGGLED } from "./raw-shapes.ts";

/** A fault, with the seed and index that repeat it. */
export interface Finding {
  readonly seed: number;
  /** -1: found after the last request. */
  readonly index: number;
  readonly route: string;
  readonly what: string;
  readonly fault: string;
  /** The request's first bytes, at most MAX_SHOWN. */
  readonly request: string;
}

export interface Campaign {
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Counts of answers by path and status, such as "/mcp 200". */
  readonly statuses: ReadonlyMap<string, number>;
  /** The product's resident memory in MiB. */
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
}

const CONNECTIONS = 24;
/**
 * How long to wait for answers to raw bytes. Short: the server need not answer incomplete requests.
 */
const RAW_PATIENCE_MS = 150;
const ENOUGH_FINDINGS = 200;
const SEATS = 40;
const DAY_MS = 86_400_000;
const MAX_SHOWN = 3000;

/**
 * Sends the requests of a seed with numbers from `from` to below `to`. Checks every answer, the log
 * and the database.
 */
export async function campaign(
  house: House,
  { seed, from = 0, to }: { seed: number; from?: number; to: number },
): Promise<Campaign> {
  const findings: Finding[] = [];
  const statuses = new Map<string, number>();
  const asked = new Map<string, number>();
  const { pid } = house.desk.child;
  const before = residentMiB(pid);
  let peak = before;
  let next = from;
  const one = async (index: number): Promise<void> => {
    const made = caseAt(house, seed, index);
    const outcome = await exchange(house.port, made.bytes, {
      wanted: made.framed ? 1 : 99,
      patienceMs: made.framed ? PATIENCE_MS : RAW_PATIENCE_MS,
      finish: !made.framed && index % 3 === 0,
    });
    for (const { status, headers } of outcome.answers) {
      const key = `${made.route} ${status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
      asked.set(headers.get("x-request-id") ?? "", index);
    }
    const faults = faultsOf(house, made, outcome);
    findings.push(...faults.map((fault) => finding(seed, index, made, fault)));
  };
  const worker = async (): Promise<void> => {
    while (next < to && findings.length < ENOUGH_FINDINGS) {
      const index = next;
      next += 1;
      if (index % 500 === 0) peak = Math.max(peak, residentMiB(pid));
      await one(index).catch((error: unknown) =>
        findings.push(finding(seed, index, caseAt(house, seed, index), `judged: ${String(error)}`)),
      );
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  findings.push(...(await faultsAfterwards(house, seed, asked)));
  const after = residentMiB(pid);
  return { requests: next - from, findings, statuses, memory: { before, peak, after } };
}

const finding = (seed: number, index: number, { route, what, bytes }: Case, fault: string) => ({
  seed,
  index,
  route,
  what,
  fault,
  request: bytes.toString("latin1", 0, MAX_SHOWN),
});

/**
 * Checks that the product still serves, that the log has no secret and no error, and that the
 * database is intact.
 */
async function faultsAfterwards(
  house: House,
  seed: number,
  asked: ReadonlyMap<string, number>,
): Promise<Finding[]> {
  const { desk } = house;
  const found: Finding[] = [];
  const add = (fault: string, index = -1, request = ""): void => {
    const { route = "", what = "" } = index < 0 ? {} : caseAt(house, seed, index);
    found.push({ seed, index, route, what, fault, request });
  };
  if (desk.child.exitCode !== null) add(`the process ended with ${desk.child.exitCode}`);
  else {
    const answer = await desk.call("list_brands", {}).catch((error: unknown) => ({ error }));
    if ("error" in answer || answer.isError) add(`list_brands failed: ${JSON.stringify(answer)}`);
  }
  // A test database logs each text instead of sending it, so these lines may hold links.
  const log = desk.log
    .split("\n")
    .filter((line) => !line.includes('"event":"sms"'))
    .join("\n");
  for (const line of log.split("\n")) {
    if (line === "" || !line.includes('"level":"error"')) continue;
    const requestId = /"requestId":"([^"]+)"/.exec(line)?.[1] ?? "";
    add(`an error in the log: ${line.slice(0, 1500)}`, asked.get(requestId) ?? -1);
  }
  const secrets = {
    ...house.secrets,
    "guest's phone": GUEST_PHONE.slice(2),
    "vault's phone": VAULT_PHONE.slice(2),
  };
  for (const [name, secret] of Object.entries(secrets)) {
    const at = log.indexOf(secret);
    if (at >= 0) add(`the log holds the ${name}`, -1, log.slice(Math.max(0, at - 400), at + 400));
  }
  if (log.includes(SMUGGLED)) add("a smuggled request was answered", -1, around(log, SMUGGLED));
  found.push(
    ...databaseFaults(desk.ready.database, await desk.now()).map((fault) => ({
      seed,
      index: -1,
      route: "",
      what: "",
      fault,
      request: "",
    })),
  );
  return found;
}

const around = (text: string, word: string): string => {
  const at = text.indexOf(word);
  return text.slice(Math.max(0, at - 400), at + 400);
};

/** Finds damage, dangling references, and more guests present than seats. */
function databaseFaults(path: string, now: number): string[] {
  const database = new Database(path, { readonly: true });
  try {
    const [check] = database.prepare("PRAGMA integrity_check").values().flat();
    const lost = database.prepare("PRAGMA foreign_key_check").values().length;
    // A manager's override or a walk-in may exceed today's limits; nothing may exceed those of
    // later days.
    const tomorrow = Math.ceil(now / DAY_MS) * DAY_MS + DAY_MS / 2;
    const { covers } = presence(
      takenSeats(database, BISTRO, now),
      tomorrow,
      tomorrow + 200 * DAY_MS,
    );
    const most = covers.reduce((peak, one) => Math.max(peak, one), 0);
    return [
      ...(check === "ok" ? [] : [`integrity_check: ${String(check)}`]),
      ...(lost === 0 ? [] : [`${lost} references lead nowhere`]),
      ...(most <= SEATS ? [] : [`${most} guests on ${SEATS} seats`]),
    ];
  } finally {
    database.close();
  }
}
