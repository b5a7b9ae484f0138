// Goal: behind the example reverse proxies, the public host name works, answers are streamed, limits
// hold, and the server sees the client's real address. The proxies and the server are real; the tests
// of a proxy that is not installed are skipped.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { temporaryFolder } from "../support/database.ts";
import { COMMAND } from "../support/product-command.ts";
import { ask, KINDS, type Kind, NAME, open, type RunningProxy, startProxy } from "./proxy.ts";

setDefaultTimeout(60_000); // processes start slowly on a busy machine

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

interface Line {
  readonly event: string;
  readonly port: number;
  readonly path: string;
  readonly address: string;
}

/** Starts `maitred serve` as the examples do, and reads its log. */
async function startServer(data: string) {
  const words = ["--port", "0", "--origin", `https://${NAME}`, "--trusted-proxies", "127.0.0.1"];
  const child = Bun.spawn([...COMMAND, "serve", "--json", "--data", data, ...words], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const lines: Line[] = [];
  const waiting = new Map<string, (line: Line) => void>();
  const listening = Promise.withResolvers<number>();
  const read = (async () => {
    let rest = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        if (!part.startsWith("{")) throw new Error(part);
        const line = JSON.parse(part) as Line;
        lines.push(line);
        waiting.get(line.path)?.(line);
        if (line.event === "listening") listening.resolve(line.port);
      }
    }
  })();
  read.catch(listening.reject);
  const port = await listening.promise;
  return {
    port,
    /** Waits for the log line of the only request to a path. */
    logged: (path: string): Promise<Line> => {
      const { promise, resolve } = Promise.withResolvers<Line>();
      const found = lines.find((line) => line.path === path);
      if (found === undefined) waiting.set(path, resolve);
      else resolve(found);
      return promise;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await Promise.all([child.exited, read]);
    },
  };
}

function command(...words: string[]): Record<string, unknown> {
  const { stdout, exitCode } = Bun.spawnSync([...COMMAND, ...words, "--json"]);
  if (exitCode !== 0) throw new Error(stdout.toString());
  return JSON.parse(stdout.toString()) as Record<string, unknown>;
}

let server: Awaited<ReturnType<typeof startServer>>;
let key = "";
beforeAll(async () => {
  const data = ["--data", folder.path];
  const place = ["--slug", "house", "--name", "House", "--time-zone", "Asia/Tokyo"];
  command("init", ...data);
  command("brand", "create", ...place, "--country", "JP", ...data);
  key = String(command("key", "create", "--name", "agent", "--brand", "house", ...data)["key"]);
  server = await startServer(folder.path);
});
afterAll(async () => await server[Symbol.asyncDispose]());

const listBrands = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_brands", arguments: {} },
});

function rules(kind: Kind): void {
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await startProxy(kind, folder.path, server.port);
  });
  afterAll(async () => await proxy[Symbol.asyncDispose]());
  const call = (headers: Record<string, string> = {}, body = listBrands) =>
    ask(proxy, "/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });

  test("a tool answers at the public host name", async () => {
    const { status, text } = await call({ authorization: `Bearer ${key}` });
    expect([status, text.includes("Asia/Tokyo")]).toEqual([200, true]);
  });

  test("the metadata is found at the public host name", async () => {
    const { status, headers } = await call();
    const challenge = String(headers["www-authenticate"]);
    expect(status).toBe(401);
    const [, path = ""] =
      new RegExp(`resource_metadata="https://${NAME}(/[^"]+)"`).exec(challenge) ?? [];
    const metadata = await ask(proxy, path);
    expect(JSON.parse(metadata.text)).toMatchObject({ resource: `https://${NAME}/mcp` });
    expect(metadata.headers["strict-transport-security"]).toBeDefined();
  });

  test("the server sees the client's own address, not a forged one", async () => {
    const made = {
      "x-forwarded-for": "192.0.2.66",
      "x-real-ip": "192.0.2.66",
      forwarded: "for=192.0.2.66",
    };
    for (const from of ["127.0.0.1", "127.0.0.2"]) {
      const path = `/asked-from-${from}-${kind.name}`;
      await ask(proxy, path, { from, headers: made });
      expect((await server.logged(path)).address).toBe(from);
    }
  });

  test("a request for another host name gets 421 or an empty answer", async () => {
    const { status, text } = await ask(proxy, "/", { headers: { host: "evil.example" } });
    expect([status === 421, text === ""]).toContain(true);
    expect(text).not.toContain("maitred");
  });

  test("http redirects to https", async () => {
    const { status, headers } = await ask(proxy, "/somewhere?a=b", { plain: true });
    expect([status, headers.location]).toEqual([308, `https://${NAME}/somewhere?a=b`]);
  });

  test("a body of 1.5 MB is refused by maitred, and a body of 5 MB by maitred or the proxy", async () => {
    const authorization = { authorization: `Bearer ${key}` };
    const long = await call(authorization, "x".repeat(1_500_000));
    expect([long.status, "x-request-id" in long.headers]).toEqual([413, true]);
    const longer = await call(authorization, "x".repeat(5_000_000));
    expect(longer.status).toBe(413);
  });

  test("/healthz is public; /readyz and /metrics are not", async () => {
    const statuses = ["/healthz", "/readyz", "/metrics"].map(
      async (path) => (await ask(proxy, path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
  });

  test("a streamed answer is passed on piece by piece", async () => {
    const read = Promise.withResolvers<void>();
    await using streaming = serveBits(read.promise);
    await using before = await startProxy(kind, folder.path, streaming.port);
    const answer = await open(before, "/events");
    const bits: string[] = [];
    for await (const bit of answer) {
      bits.push(String(bit));
      // The server sends the second part only after this.
      read.resolve();
    }
    expect(bits.join("")).toBe("data: first\n\ndata: second\n\n");
  });
}

/** Serves a stream whose second part waits for `go`. */
function serveBits(go: Promise<void>) {
  const stream = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response(
        async function* () {
          yield "data: first\n\n";
          await go;
          yield "data: second\n\n";
        },
        { headers: { "content-type": "text/event-stream" } },
      ),
  });
  return {
    port: stream.port ?? 0,
    [Symbol.asyncDispose]: () => stream.stop(true),
  };
}

for (const kind of KINDS) {
  describe.skipIf(Bun.which(kind.name) === null)(`behind ${kind.name}`, () => rules(kind));
}

describe.skipIf(Bun.which("nginx") === null)("a flood", () => {
  test("is refused by nginx with 429", async () => {
    const [nginx] = KINDS;
    if (nginx === undefined) throw new Error("no nginx");
    await using proxy = await startProxy(nginx, folder.path, server.port);
    const answers = Array.from({ length: 600 }, () => ask(proxy, "/healthz"));
    const statuses = new Set((await Promise.all(answers)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 429]));
  });
});
