// Starts the product as a separate process, calls it, kills it, and checks its files.
import { Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { COMMAND } from "../support/product-command.ts";

/** A mount namespace that disappears with its process. */
const NAMESPACE = ["unshare", "--map-root-user", "--mount"];

const ENTER = ["nsenter", "--user", "--mount"];

export const canMount = ((): boolean => {
  try {
    const probe = [...NAMESPACE, "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"];
    return Bun.spawnSync(probe).exitCode === 0;
  } catch {
    return false; // `unshare` is not installed
  }
})();

export interface Answer {
  readonly isError: boolean;
  readonly structured: Record<string, unknown>;
  readonly text: string;
}

/** A running test instance. */
export interface Desk extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Calls a tool. Rejects if no answer arrives. */
  call(tool: string, args: object): Promise<Answer>;
  readonly key: string;
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<number>;
  /** Waits until the process ends by itself, and returns its exit code. */
  ended(): Promise<number>;
  /** Waits until the log contains `words`. */
  said(words: string): Promise<void>;
  /** Everything logged so far. */
  log(): string;
}

export interface Finished {
  readonly exitCode: number;
  readonly json: Record<string, unknown>;
  readonly err: string;
}

/** The clock of a new test instance: the day before the first `booking`, whatever the real date. */
export const CLOCK = "2026-11-20T15:00:00Z";

/**
 * Starts `dev` on `data` without example reservations, at CLOCK if `data` is new and otherwise at
 * the time stored there. `mount`: shell commands that run first, in a mount namespace of the
 * process.
 */
export async function startDesk(
  data: string,
  options: { readonly mount?: string } = {},
): Promise<Desk> {
  const clock = existsSync(join(data, "maitred.db")) ? [] : ["--clock", CLOCK];
  const words = ["dev", "--json", "--empty", "--port", "0", "--data", data, ...clock];
  const child = Bun.spawn(mounted([...COMMAND, ...words], options.mount), {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let log = "";
  const waiting: { readonly wanted: string; readonly heard: () => void }[] = [];
  const logged = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      log += chunk;
      for (const { wanted, heard } of waiting) if (log.includes(wanted)) heard();
    }
  })();
  const { value } = await child.stdout.getReader().read();
  const text = new TextDecoder().decode(value);
  if (!text.includes('"mcp"')) throw new Error(`The product did not start: ${text}${log}`);
  const line = JSON.parse(text) as { url: string; mcp: string; apiKey: string };
  const kill = async (signal: "SIGKILL" | "SIGTERM"): Promise<number> => {
    child.kill(signal);
    await logged;
    return await child.exited;
  };
  return {
    url: line.url,
    pid: child.pid,
    key: line.apiKey,
    call: (tool, args) => toolCall(line.mcp, line.apiKey, tool, args),
    kill,
    ended: async () => {
      await logged;
      return await child.exited;
    },
    said: (wanted) =>
      new Promise((heard) => {
        waiting.push({ wanted, heard });
        if (log.includes(wanted)) heard();
      }),
    log: () => log,
    [Symbol.asyncDispose]: async () => void (await kill("SIGKILL")),
  };
}

/** Runs one command and waits for its end. `inside`: the process whose mount namespace it uses. */
export async function run(
  words: readonly string[],
  { mount, inside }: { readonly mount?: string; readonly inside?: number } = {},
): Promise<Finished> {
  const entered =
    inside === undefined ? [] : [...ENTER, `--wd=${process.cwd()}`, "--target", String(inside)];
  const child = Bun.spawn([...entered, ...mounted([...COMMAND, ...words, "--json"], mount)], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: 30_000,
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const last = out.trim().split("\n").at(-1) ?? "";
  const json = last.startsWith("{") ? (JSON.parse(last) as Record<string, unknown>) : {};
  return { exitCode: await child.exited, json, err };
}

/** The error code and message in a command's output. */
export const errorOf = ({ json }: Finished): { code: string; message: string } =>
  (json["error"] ?? { code: "", message: "" }) as { code: string; message: string };

const mounted = (command: string[], mount: string | undefined): string[] =>
  mount === undefined
    ? command
    : [...NAMESPACE, "bash", "-c", `${mount} && exec "$0" "$@"`, ...command];

/** Calls a tool without a client library. */
export async function toolCall(
  mcp: string,
  key: string,
  tool: string,
  args: object,
): Promise<Answer> {
  const response = await fetch(mcp, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: tool, arguments: args },
    }),
  });
  const body = await response.text();
  const data = body.startsWith("{")
    ? body
    : body
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .at(-1)
        ?.slice(5);
  const message = JSON.parse(data ?? "null") as {
    result: {
      isError?: boolean;
      structuredContent: Record<string, unknown>;
      content: { text: string }[];
    };
  };
  const { isError = false, structuredContent, content } = message.result;
  return {
    isError,
    structured: structuredContent,
    text: content.map(({ text }) => text).join("\n"),
  };
}

const TIMES = ["12:00 PM", "1:00 PM", "6:00 PM", "7:00 PM", "8:00 PM"];

const LONG_DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });

/**
 * Arguments of the n-th booking. Bookings do not compete for seats; the instance must start at
 * CLOCK.
 */
export function booking(n: number): Record<string, unknown> {
  const day = new Date(Date.UTC(2026, 10, 21 + (Math.floor(n / TIMES.length) % 150)));
  return {
    brand: "demo-bistro",
    name: `Guest ${n}`,
    phone: `+1212555${String(1000 + n)}`,
    numberOfPeople: 1,
    date: LONG_DATE.format(day),
    time: TIMES[n % TIMES.length],
  };
}

/** The id of the booked reservation. Throws an Error with the words of a refusal. */
export function idOf({ structured, text }: Answer): string {
  const reservation = structured["reservation"] as { id: string } | undefined;
  if (reservation === undefined) throw new Error(`There is no reservation in the answer: ${text}`);
  return reservation.id;
}

/** Ids of all stored reservations. Throws if the file is not intact. */
export function storedIn(data: string): Set<string> {
  const database = new Database(join(data, "maitred.db"), { readonly: true });
  try {
    const [check] = database.prepare("PRAGMA integrity_check").values().flat();
    if (check !== "ok") throw new Error(`The file is damaged: ${String(check)}`);
    const ids = database.prepare<{ id: string }, []>("SELECT id FROM reservation").all();
    return new Set(ids.map(({ id }) => id));
  } finally {
    database.close();
  }
}

/** Overwrites the first page of a table or an index, as a failing disk would. */
export function damage(data: string, name: string): void {
  const path = join(data, "maitred.db");
  const database = new Database(path);
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const root = database
    .prepare<{ rootpage: number }, [string]>("SELECT rootpage FROM sqlite_schema WHERE name = ?")
    .get(name);
  const size = database.prepare<{ page_size: number }, []>("PRAGMA page_size").get();
  database.close();
  if (root === null || size === null) throw new Error(`There is no ${name}.`);
  const file = openSync(path, "r+");
  const rubbish = Buffer.alloc(size.page_size, 0xfe);
  writeSync(file, rubbish, 0, rubbish.length, (root.rootpage - 1) * size.page_size);
  closeSync(file);
}
