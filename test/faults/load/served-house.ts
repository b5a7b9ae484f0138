// A restaurant that the compiled binary creates and serves. Its servers share one folder; a test
// can kill and restart each of them.
import { createServer } from "node:net";
import { join } from "node:path";
import type { Person } from "../../support/browserless-consent.ts";
import { type Guests, gatewayVariables } from "./guests-gateway.ts";

/** The program, its folder and its gateway. */
export interface HousePlan {
  readonly command: readonly string[];
  readonly folder: string;
  readonly guests: Guests;
  /** The number of servers that share the folder. */
  readonly servers: number;
  /** Merged over SETTINGS. */
  readonly settings?: object;
}

export interface House extends HousePlan {
  readonly key: string;
  readonly person: Person;
  /** Client ids: `sharing` may reuse a refresh token within its replay window, `strict` never. */
  readonly clients: { readonly sharing: string; readonly strict: string };
  /** The servers' ports, the same after restarts. */
  readonly ports: readonly number[];
  /** The public address, the same for all servers. */
  readonly origin: string;
}

export const BRAND = "bistro";
export const ZONE = "America/New_York";
export const REDIRECT = "http://127.0.0.1:9/callback";
/** Low limits, so that there are always refusals and waiting guests. */
export const LIMITS = { seats: 30, paceCovers: 10 };
const SETTINGS = {
  ...LIMITS,
  attendance: { enabled: false },
  quietHours: { from: "04:00", to: "04:00" },
  smsBudget: { perPhone: 1000, perBrand: 1_000_000 },
  services: [
    {
      name: "Dinner",
      days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
      opens: "17:00",
      lastSeating: "21:30",
      closes: "23:30",
      limits: {},
    },
  ],
};
const EMAIL = "ana@example.com";

export async function makeHouse(plan: HousePlan): Promise<House> {
  const verb = async (words: readonly string[], input = ""): Promise<Record<string, unknown>> =>
    await commandOf(plan, words, input);
  await verb(["init"]);
  const place = ["--time-zone", ZONE, "--country", "US", "--settings", "-"];
  const settings = JSON.stringify({ ...SETTINGS, ...plan.settings });
  await verb(["brand", "create", "--slug", BRAND, "--name", "Bistro", ...place], settings);
  const client = (name: string, windowS: number): Promise<Record<string, unknown>> => {
    const words = ["client", "create", "--name", name, "--redirect-uri", REDIRECT];
    return verb([...words, "--replay-window", String(windowS)]);
  };
  const [made, user, sharing, strict] = await Promise.all([
    verb(["key", "create", "--name", "agent", "--brand", BRAND]),
    verb(["user", "create", "--email", EMAIL, "--name", "Ana", "--role", "owner"]),
    client("Sharing", 3600),
    client("Strict", 0),
  ]);
  const ports: number[] = [];
  while (ports.length < plan.servers) ports.push(await freePort());
  return {
    ...plan,
    key: String(made["key"]),
    person: { email: EMAIL, password: String(user["password"]) },
    clients: { sharing: String(sharing["id"]), strict: String(strict["id"]) },
    ports,
    origin: `http://127.0.0.1:${ports[0]}`,
  };
}

/** A server that is ready. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Resolves to the exit code or the signal. */
  readonly ended: Promise<string>;
  /** The warnings and errors logged so far. */
  log(): string;
  signal(signal: "SIGKILL" | "SIGTERM"): void;
}

/** Starts server number `place`. Throws an Error with its output if it does not start. */
export async function serve(house: House, place = 0): Promise<Server> {
  const child = spawnServer(house, place);
  let out = "";
  for await (const chunk of child.stdout) {
    out += new TextDecoder().decode(chunk);
    if (out.includes("\n")) break;
  }
  if (!out.includes('"mcp"')) throw new Error(`The server did not start: ${out}${child.log()}`);
  return child;
}

/** Starts server number `place` and kills it after `afterMs`, possibly before it is ready. */
export async function killStarting(house: House, place: number, afterMs: number): Promise<void> {
  const child = spawnServer(house, place);
  await Bun.sleep(afterMs);
  child.signal("SIGKILL");
  await child.ended;
}

function spawnServer(house: House, place: number) {
  const port = house.ports[place] ?? 0;
  const words = ["serve", "--json", "--port", String(port), "--origin", house.origin];
  const quiet = ["--log-level", "warn", "--backup-every-hours", "0", "--data", house.folder];
  const child = Bun.spawn([...house.command, ...words, ...quiet], {
    env: { ...process.env, ...gatewayVariables(house.guests) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const forget = (): void => child.kill("SIGKILL");
  process.once("exit", forget);
  let log = "";
  const logged = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) log += chunk;
  })();
  const ended = (async (): Promise<string> => {
    await Promise.all([child.exited, logged]);
    process.off("exit", forget);
    return String(child.signalCode ?? child.exitCode);
  })();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stdout: child.stdout,
    ended,
    log: () => log,
    signal: (signal: "SIGKILL" | "SIGTERM") => child.kill(signal),
  };
}

/** Runs one verb and returns its JSON. Throws an Error with its output if it fails. */
async function commandOf(
  plan: HousePlan,
  words: readonly string[],
  input: string,
): Promise<Record<string, unknown>> {
  const child = Bun.spawn([...plan.command, ...words, "--data", plan.folder, "--json"], {
    stdin: new TextEncoder().encode(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const out = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${words.join(" ")}: ${out}`);
  return JSON.parse(out) as Record<string, unknown>;
}

export const databaseOf = ({ folder }: HousePlan): string => join(folder, "maitred.db");

/**
 * Picks a port below those of outgoing connections, so that no connection takes the port while its
 * server is down.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    if (await promise) return port;
  }
}
