// Measures how long the gate takes to check an access token, an API key or a session, as a share of
// the time of a call. Each check is followed by a call, so that busy moments affect both.
import { createGate, type Gate } from "../../src/auth/gate.ts";
import { loadInstanceSecret } from "../../src/auth/instance-secret.ts";
import { createSessions } from "../../src/auth/sessions.ts";
import { createSigner } from "../../src/auth/signing.ts";
import { demoKey } from "../../src/cli/dev-user.ts";
import { SCOPES } from "../../src/domain/caller.ts";
import type { RunningServer } from "../../src/instance/server.ts";
import { booking, question } from "./bookings.ts";
import { post } from "./calls.ts";
import { addConsents } from "./consents.ts";
import { addHouse, open } from "./house.ts";
import { type Effort, median, type Part, type Ratio, type Row } from "./part.ts";

const CALLS = [
  { tool: "check_availability", input: question },
  // The cheapest call, which makes the share of authentication the largest.
  { tool: "list_brands", input: () => ({}) },
  // Each write makes the next check read from the database.
  { tool: "create_booking", input: booking },
];

const keyOf = (server: RunningServer): Promise<string> =>
  demoKey(server, server, { name: "bench", brands: ["bench"], scopes: SCOPES });

/** The gate as app.ts builds it, and a token of each kind. */
async function gateAndTokens(
  server: RunningServer,
  folder: string,
): Promise<{ readonly check: Gate; readonly tokens: Readonly<Record<string, string>> }> {
  const { local: origin, stores, writer, clock, random } = server;
  const { derive } = loadInstanceSecret(folder, { databaseExists: true });
  const signer = await createSigner({ stores, writer, derive, clock, issuer: origin });
  const sessions = createSessions({ stores, writer, clock, random, signer, issuer: origin });
  const log = { debug() {}, info() {}, warn() {}, error: console.error };
  const options = { stores, writer, clock, environment: "test", origin, log, sessions } as const;
  const { user, held } = await addConsents(server, 1);
  const session = await sessions.open(user);
  return {
    check: createGate(options),
    tokens: {
      "access token": held[0]?.access ?? "",
      "API key": await keyOf(server),
      session: session?.token ?? "",
    },
  };
}

/**
 * Checks a token and makes a call with it, in turns. Returns the median times. Once in each round of
 * the event loop, the gate or the operation looks whether another process has written to the
 * database. The time of this look is measured separately.
 */
async function inTurns(
  { mcp, gate, token, askVersion }: Target,
  { tool, input }: (typeof CALLS)[number],
  { seconds, warmUpSeconds }: Effort,
): Promise<Times> {
  const request = new Request(mcp, { headers: { authorization: `Bearer ${token}` } });
  const times: Times[] = [];
  let turns = 0;
  const turn = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    const start = performance.now();
    askVersion();
    const from = performance.now();
    // Checks before and after the body is read, as /mcp does.
    await gate(request, "127.0.0.1");
    const admission = await gate(request, "127.0.0.1");
    const between = performance.now();
    const went = await post(mcp, token, tool, input(turns++));
    if (!admission.ok || !went) throw new Error(`${tool} was refused: ${token.slice(0, 11)}`);
    const callMs = performance.now() - between;
    times.push({ versionMs: from - start, gateMs: between - from, callMs });
  };
  const runFor = async (limit: number): Promise<void> => {
    const end = performance.now() + limit * 1000;
    while (performance.now() < end) await turn();
  };
  await runFor(warmUpSeconds / 2);
  times.length = 0;
  await runFor(seconds);
  const middle = (unit: keyof Times): number => median(times.map((one) => one[unit]));
  return { versionMs: middle("versionMs"), gateMs: middle("gateMs"), callMs: middle("callMs") };
}

/** Milliseconds. */
type Times = Readonly<Record<"versionMs" | "gateMs" | "callMs", number>>;

interface Target {
  readonly mcp: string;
  readonly gate: Gate;
  readonly token: string;
  readonly askVersion: () => void;
}

/** Measures the gate's share of a call, by kind of token. */
export const gate: Part = async (folder, effort) => {
  const server = await open(folder, { prepare: addHouse });
  const { check, tokens } = await gateAndTokens(server, folder);
  const ratios: Ratio[] = [];
  const askVersion = () => void server.stores.brands.get("bench");
  const rows: Row[] = [];
  for (const call of CALLS) {
    for (const [kind, token] of Object.entries(tokens)) {
      const target = { mcp: `${server.local}/mcp`, gate: check, token, askVersion };
      const { versionMs, gateMs, callMs } = await inTurns(target, call, effort);
      const name = `${call.tool} by ${kind}`;
      ratios.push({ name: `gate / call, ${name}`, value: gateMs / callMs, goal: "< 0.05" });
      rows.push({
        name,
        figures: { "gate us": gateMs * 1000, "version us": versionMs * 1000, "call ms": callMs },
      });
    }
  }
  await server.close();
  const method = `one check, then one call over HTTP within one process, ${effort.seconds} s each, durable; medians`;
  return { ratios, rows, method };
};
