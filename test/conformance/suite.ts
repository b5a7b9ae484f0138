import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServedApp } from "../support/served-app.ts";

export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

const PROGRAM = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"),
);
const REQUIREMENTS = join(dirname(PROGRAM), "../requirements");
/** A run of the suite takes about a second; if it takes longer than this, it hangs. */
const TIME_LIMIT_MS = 60_000;

/** How the MCP conformance suite judged a server. */
export interface Verdict {
  /** 0 if every scored scenario passed, or failed and is in the baseline. */
  readonly exitCode: number;
  /** Every check as `scenario / check: status`, sorted. The suite may run a check several times. */
  readonly checks: readonly string[];
  readonly output: string;
}

/** The scenarios that a revision requires of servers, by the suite's own list. */
export const requiredScenarios = (revision: Revision): string[] => {
  const list = Bun.YAML.parse(readFileSync(join(REQUIREMENTS, `${revision}.yaml`), "utf8"));
  return (list as { server: string[] }).server;
};

/**
 * Runs the scenarios that a revision requires of servers. `baseline` names a file of expected
 * failures.
 */
export async function runSuite(
  app: ServedApp,
  revision: Revision,
  baseline?: string,
): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), "maitred-conformance-"));
  const { key } = await app.issueKey();
  await using proxy = startProxy(app.url, key);
  const command = [process.execPath, PROGRAM, "server"];
  const options = ["--url", `${proxy.url}/mcp`, "--requirements", revision, "-o", folder];
  if (baseline !== undefined) options.push("--expected-failures", baseline);
  const suite = Bun.spawn([...command, ...options], {
    cwd: folder,
    stdout: "pipe",
    stderr: "pipe",
    timeout: TIME_LIMIT_MS,
  });
  try {
    const [exitCode, output, errors] = await Promise.all([
      suite.exited,
      new Response(suite.stdout).text(),
      new Response(suite.stderr).text(),
    ]);
    return { exitCode, checks: readChecks(folder), output: output + errors };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the suite's scenarios for authorization servers. The suite neither registers a client nor
 * opens a browser. So `register` returns a client id for the suite's callback, and `visit` signs in
 * and consents as a person does.
 */
export async function runAuthorizationSuite(options: {
  readonly issuer: string;
  readonly resource: string;
  register(redirectUri: string): Promise<string>;
  visit(authorizationUrl: string): Promise<void>;
}): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), "maitred-conformance-"));
  const port = freePort();
  const clientId = await options.register(`http://127.0.0.1:${port}/callback`);
  const { issuer, resource } = options;
  const flags = ["--url", issuer, "--resource", resource, "--client-id", clientId];
  const suite = Bun.spawn(
    [process.execPath, PROGRAM, "authorization", ...flags, "-p", `${port}`, "-o", folder],
    { cwd: folder, stdout: "pipe", stderr: "pipe", timeout: TIME_LIMIT_MS },
  );
  try {
    const errors = new Response(suite.stderr).text();
    let output = "";
    let visited: Promise<void> | null = null;
    const decoder = new TextDecoder();
    for await (const chunk of suite.stdout) {
      output += decoder.decode(chunk, { stream: true });
      const address = new RegExp(`^${issuer}/authorize\\?\\S+$`, "m").exec(output)?.[0];
      // The line is complete once the next one has begun.
      if (address !== undefined && output.includes("Waiting up to")) {
        visited ??= options.visit(address);
      }
    }
    await visited;
    return {
      exitCode: await suite.exited,
      checks: readChecks(folder),
      output: output + (await errors),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A port that nobody listens on at the moment. */
function freePort(): number {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port = 0 } = server;
  void server.stop(true);
  return port;
}

/** Adds the bearer token, which the suite cannot send, and passes everything else on unchanged. */
function startProxy(target: string, key: string): AsyncDisposable & { readonly url: string } {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("Authorization", `Bearer ${key}`);
      return fetch(target + pathname + search, {
        method: request.method,
        headers,
        body: request.body,
        signal: request.signal,
      });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function readChecks(folder: string): string[] {
  const checks: string[] = [];
  for (const run of readdirSync(folder)) {
    const scenario = run
      .replace(/^(?:authorization-)?server-/, "")
      .replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    const found = JSON.parse(readFileSync(join(folder, run, "checks.json"), "utf8"));
    for (const { id, status } of found as { id: string; status: string }[]) {
      checks.push(`${scenario} / ${id}: ${status}`);
    }
  }
  return checks.toSorted();
}
