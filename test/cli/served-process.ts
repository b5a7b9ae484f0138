// Starts `maitred serve` as a child process, on live data, with a restaurant that is open all day.
import { type Answer, toolCall } from "../faults/product.ts";
import { COMMAND } from "../support/product-command.ts";
import { command } from "./command-line.ts";

const SETTINGS = {
  services: [
    {
      name: "Day",
      days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
      opens: "00:00",
      lastSeating: "22:00",
      closes: "23:59",
      limits: {},
    },
  ],
  quietHours: { from: "04:00", to: "04:00" },
  attendance: { enabled: false },
};

/** A server that is ready. */
export interface Served {
  readonly url: string;
  readonly pid: number;
  /** Calls a tool; rejects if there is no answer. */
  call(tool: string, args: object): Promise<Answer>;
  /** Sends a signal and waits for the exit code. */
  kill(signal: "SIGKILL" | "SIGTERM" | "SIGINT"): Promise<number>;
  /** Everything logged so far. */
  log(): string;
}

/** A booking for noon tomorrow. The guest gets a text about it immediately. */
export function tomorrow(): Record<string, unknown> {
  const day = Temporal.Now.plainDateISO("America/New_York").add({ days: 1 });
  const date = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day.toString()}T00:00:00Z`),
  );
  return { name: "Ana", phone: "+12125550123", numberOfPeople: 2, date, time: "12:00 PM" };
}

/** Sets up the instance in `folder` and starts it with these variables and arguments. */
export async function startServe(
  folder: string,
  env: Record<string, string> = {},
  words: readonly string[] = [],
): Promise<Served> {
  const data = ["--data", folder];
  const place = ["--time-zone", "America/New_York", "--country", "US", "--settings", "-"];
  const names = ["--slug", "bistro", "--name", "Bistro"];
  const did = async (args: string[], input = ""): Promise<Record<string, unknown>> => {
    const { exitCode, json, out } = await command([...args, ...data, "--json"], input);
    if (exitCode !== 0 || json === null) throw new Error(`${args.join(" ")}: ${out}`);
    return json;
  };
  await did(["init"]);
  await did(["brand", "create", ...names, ...place], JSON.stringify(SETTINGS));
  const made = await did(["key", "create", "--name", "test", "--brand", "bistro"]);
  const key = String(made["key"]);
  const child = Bun.spawn([...COMMAND, "serve", "--json", "--port", "0", ...data, ...words], {
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let log = "";
  const logged = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) log += chunk;
  })();
  const { value } = await child.stdout.getReader().read();
  const text = new TextDecoder().decode(value);
  if (!text.includes('"mcp"')) throw new Error(`maitred serve did not start: ${text}${log}`);
  const { url, mcp } = JSON.parse(text) as { url: string; mcp: string };
  return {
    url,
    pid: child.pid,
    call: (tool, args) => toolCall(mcp, key, tool, args),
    log: () => log,
    async kill(signal) {
      child.kill(signal);
      await logged;
      return await child.exited;
    },
  };
}
