// One running product per test file: its process, command line, test interface and JSON-RPC.
// PRODUCT_COMMAND="dist/maitred" runs the same tests on the binary.
import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { dirname } from "node:path";
import { type Finished, running } from "../cli/command-line.ts";
import { COMMAND } from "../support/product-command.ts";
import type { Refusal, Success, ToolName } from "./wire.ts";
import type { ErrorCode } from "./wire-codes.ts";

/** What `dev --json` prints once it is ready. */
export interface ReadyLine {
  readonly url: string;
  readonly mcp: string;
  readonly pid: number;
  readonly database: string;
  readonly apiKey: string;
  readonly singleBrandKey: string;
  readonly readOnlyKey: string;
  readonly brands: readonly { slug: string; name: string; timeZone: string }[];
  readonly test: string;
  readonly user: unknown;
}

/** A tool's answer, from any client. */
export interface Answer {
  readonly isError: boolean;
  /** `structuredContent` as received. */
  readonly structured: Record<string, unknown>;
  readonly content: readonly { type: string; text: string }[];
  /** All texts in `content`, joined. */
  readonly text: string;
  readonly meta: Record<string, unknown>;
}

/** One HTTP exchange with /mcp. */
export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON-RPC message, or null if the body has none. */
  readonly message: {
    readonly result?: Record<string, unknown>;
    readonly error?: { code: number; message: string };
  } | null;
  readonly body: string;
}

/** A text (SMS) as the test interface shows it. */
export interface SentText {
  readonly id: string;
  readonly brand: string;
  readonly kind: string;
  readonly to: string;
  readonly body: string;
  readonly segments: number;
  readonly state: string;
  readonly dueAt: number;
  readonly createdAt: number;
  readonly reservationId: string | null;
  readonly entryId: string | null;
}

export interface CliResult {
  readonly exitCode: number;
  readonly json: Record<string, unknown>;
  readonly stdout: string;
  readonly stderr: string;
}

type Arguments = Record<string, unknown>;
const REVISION = "2026-07-28";

/** The JSON-RPC message in a JSON or event-stream body. */
function messageOf(body: string, type: string): Exchange["message"] {
  const lines = type.includes("event-stream")
    ? body.split("\n").filter((line) => line.startsWith("data:") && line.length > 6)
    : [`data:${body}`];
  const last = lines.at(-1)?.slice(5) ?? "";
  try {
    return JSON.parse(last) as Exchange["message"];
  } catch {
    return null;
  }
}

export function answerOf(result: Record<string, unknown>): Answer {
  const content = (result["content"] ?? []) as Answer["content"];
  return {
    isError: result["isError"] === true,
    structured: (result["structuredContent"] ?? {}) as Record<string, unknown>,
    content,
    text: content.map((block) => block.text).join("\n"),
    meta: (result["_meta"] ?? {}) as Record<string, unknown>,
  };
}

/** A product under test. */
export class Desk {
  readonly ready: ReadyLine;
  readonly folder: string;
  readonly command: readonly string[];
  readonly child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  /** What the product has logged so far. */
  log = "";

  constructor(
    ready: ReadyLine,
    command: readonly string[],
    child: Bun.Subprocess<"ignore", "pipe", "pipe">,
  ) {
    this.ready = ready;
    this.folder = dirname(ready.database);
    this.command = command;
    this.child = child;
  }

  /** POSTs one JSON-RPC request of the current protocol revision. */
  async rpc(
    method: string,
    params: Record<string, unknown>,
    key: string | null = this.ready.apiKey,
    headers: Record<string, string> = {},
  ): Promise<Exchange> {
    const name = params["name"];
    const response = await fetch(this.ready.mcp, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": REVISION,
        "mcp-method": method,
        ...(typeof name === "string" ? { "mcp-name": name } : {}),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": REVISION,
            "io.modelcontextprotocol/clientInfo": { name: "acceptance", version: "1.0.0" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    });
    const body = await response.text();
    const message = messageOf(body, response.headers.get("content-type") ?? "");
    return { status: response.status, headers: response.headers, message, body };
  }

  /** Calls a tool. Fails the test if the answer is no tool result. */
  async call(tool: string, args: Arguments, key?: string): Promise<Answer> {
    const exchange = await this.rpc("tools/call", { name: tool, arguments: args }, key);
    if (exchange.message?.result === undefined)
      throw new Error(`${tool}: HTTP ${exchange.status} ${exchange.body.slice(0, 500)}`);
    return answerOf(exchange.message.result);
  }

  /** Calls a tool and expects success. */
  async ok<Name extends ToolName>(
    tool: Name,
    args: Arguments,
    key?: string,
  ): Promise<Success<Name>> {
    const answer = await this.call(tool, args, key);
    if (answer.isError)
      throw new Error(`${tool} ${JSON.stringify(args)} was refused: ${answer.text}`);
    return answer.structured as Success<Name>;
  }

  /** Calls a tool and expects a refusal with this code. */
  async refused(
    tool: ToolName,
    args: Arguments,
    code: ErrorCode,
    key?: string,
  ): Promise<Refusal & { text: string }> {
    const answer = await this.call(tool, args, key);
    if (!answer.isError) throw new Error(`${tool} ${JSON.stringify(args)}: expected ${code}`);
    const error = answer.structured["error"] as Refusal | undefined;
    if (error === undefined) throw new Error(`${tool}: a refusal without error: ${answer.text}`);
    expect(`${error.code} in: ${answer.text}`).toStartWith(`${code} in:`);
    return { ...error, text: answer.text };
  }

  private async test(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.ready.test}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${this.ready.apiKey}`,
        "content-type": "application/json",
      },
    });
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  async now(): Promise<number> {
    return (await this.test("/clock"))["now"] as number;
  }

  /** Moves the clock forward to an instant; everything due by then happens. */
  async goTo(now: number): Promise<void> {
    await this.test("/clock", { method: "POST", body: JSON.stringify({ now }) });
  }

  async advance(advance: number): Promise<void> {
    await this.test("/clock", { method: "POST", body: JSON.stringify({ advance }) });
  }

  async texts(filter: { brand?: string; phone?: string } = {}): Promise<SentText[]> {
    const query = new URLSearchParams(filter).toString();
    return (await this.test(`/messages?${query}`))["messages"] as SentText[];
  }

  async reply(brand: string, from: string, body: string): Promise<Record<string, unknown>> {
    const init = { method: "POST", body: JSON.stringify({ brand, from, body }) };
    return await this.test("/messages/reply", init);
  }

  /** Runs the command line on this product's data. */
  async cli(args: readonly string[], input?: string): Promise<CliResult> {
    return await runCli(this.command, [...args, "--data", this.folder, "--json"], input);
  }

  /** Runs the command line and expects exit code 0. */
  async cliOk(args: readonly string[], input?: string): Promise<Record<string, unknown>> {
    const result = await this.cli(args, input);
    if (result.exitCode !== 0)
      throw new Error(`${args.join(" ")}: ${result.stdout}${result.stderr}`);
    return result.json;
  }

  /** Runs a verb within the test's own process, which is faster than `cli`. */
  async verb(args: readonly string[], input?: string): Promise<Finished> {
    const words = [...args, "--data", this.folder, "--json"];
    return await running(words, { input, now: Date.now }).finished;
  }

  /** As `verb`, but expects exit code 0. */
  async setUp(args: readonly string[], input?: string): Promise<Record<string, unknown>> {
    const { exitCode, json, out, err } = await this.verb(args, input);
    if (exitCode !== 0) throw new Error(`${args.join(" ")}: ${out}${err}`);
    return json ?? {};
  }

  /** Makes a brand with these settings; the defaults apply to the others. */
  async brand(slug: string, settings: object = {}, zone = "America/New_York", country = "US") {
    await this.setUp(
      ["brand", "create", "--slug", slug, "--name", `The ${slug}`, "--time-zone", zone].concat([
        "--country",
        country,
        "--settings",
        "-",
      ]),
      JSON.stringify(settings),
    );
  }

  /** Changes settings, each given as `key=value`. */
  async set(slug: string, ...pairs: string[]): Promise<void> {
    await this.setUp(["brand", "set", slug, ...pairs.flatMap((pair) => ["--set", pair])]);
  }

  /** Makes a key for these brands. */
  async key(brands: readonly string[], ...flags: string[]): Promise<string> {
    const made = await this.setUp([
      "key",
      "create",
      "--name",
      "acceptance",
      ...brands.flatMap((brand) => ["--brand", brand]),
      ...flags,
    ]);
    return made["key"] as string;
  }

  /** Makes a brand and a key for this brand alone. */
  async house(slug: string, settings: object = {}, zone?: string, country?: string) {
    await this.brand(slug, settings, zone, country);
    return await this.key([slug]);
  }

  /**
   * Every row of every table, to compare before and after. Leaves out columns that background work
   * changes in the meantime, and tables that reading changes.
   */
  rows(): Record<string, string> {
    const database = new Database(this.ready.database, { readonly: true });
    try {
      const tables = database
        .query<{ name: string }, []>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        )
        .all()
        .map((table) => table.name)
        .filter((name) => !/api_key|lease|instance|heartbeat/.test(name));
      const moving = new Set(
        "state attempt provider_id owner attempted_at fault done_at passed_over".split(" "),
      );
      const written = (name: string) =>
        database
          .query<Record<string, unknown>, []>(`SELECT * FROM "${name}"`)
          .all()
          .map((row) => Object.entries(row).filter(([column]) => !moving.has(column)));
      return Object.fromEntries(tables.map((name) => [name, JSON.stringify(written(name))]));
    } finally {
      database.close();
    }
  }

  async close(): Promise<void> {
    this.child.kill("SIGTERM");
    await this.child.exited;
  }
}

/** Runs one verb and reads its JSON answer. */
export async function runCli(
  command: readonly string[],
  args: readonly string[],
  input?: string,
): Promise<CliResult> {
  const child = Bun.spawn([...command, ...args], {
    stdin: input === undefined ? "ignore" : new TextEncoder().encode(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  let json: Record<string, unknown> = {};
  try {
    json = JSON.parse(stdout) as Record<string, unknown>;
  } catch {
    // `json` stays empty; the tests check stdout.
  }
  return { exitCode, json, stdout, stderr };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end);
  }
  throw new Error(`the product ended before it was ready: ${text}`);
}

interface StartOptions {
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the product at this time, with an empty test database, and waits until it is ready. */
export const startDesk = (clock: string, options: StartOptions = {}): Promise<Desk> =>
  startProduct(["dev", "--json", "--empty", "--clock", clock, "--port", "0"], options);

/** Starts the product with `args`, the words of a verb that serves. Waits until it is ready. */
export async function startProduct(
  args: readonly string[],
  options: StartOptions = {},
): Promise<Desk> {
  const command = options.command ?? COMMAND;
  const child = Bun.spawn([...command, ...args, ...(options.args ?? [])], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  process.once("exit", () => child.kill());
  const log = { text: "" };
  const logged = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) log.text += decoder.decode(chunk, { stream: true });
  })();
  logged.catch(() => undefined);
  const line = await firstLine(child.stdout).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${log.text.slice(-2000)}`);
  });
  const desk = new Desk(JSON.parse(line) as ReadyLine, command, child);
  Object.defineProperty(desk, "log", { get: () => log.text });
  return desk;
}
