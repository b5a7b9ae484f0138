// Goal: the compiled binary runs in an empty folder, without this repository, its packages or
// environment variables, and ignores files beside it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, watch, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMIT, VERSION } from "../../src/version.ts";
import { builtBinary } from "../support/compiled-binary.ts";
import { temporaryFolder } from "../support/database.ts";

const folder = temporaryFolder();
const binary = join(folder.path, "maitred");
afterAll(() => folder[Symbol.dispose]());

beforeAll(() => {
  copyFileSync(builtBinary(), binary);
  // Files that the binary must ignore.
  writeFileSync(join(folder.path, ".env"), "MAITRED_PORT=not-a-port\n");
  writeFileSync(join(folder.path, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  writeFileSync(join(folder.path, "evil.ts"), "process.exit(66);\n");
  writeFileSync(join(folder.path, "package.json"), '{ "version": "6.6.6", "type": "commonjs" }\n');
  mkdirSync(join(folder.path, "tmp"));
}, 60_000);

const environment = { TMPDIR: join(folder.path, "tmp") };
const spawn = (args: readonly string[], env: Record<string, string> = environment) =>
  Bun.spawn([binary, ...args], {
    cwd: folder.path,
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });

async function run(...args: string[]): Promise<Record<string, unknown>> {
  const child = spawn([...args, "--json"]);
  const out = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(out + (await new Response(child.stderr).text()));
  return JSON.parse(out) as Record<string, unknown>;
}

async function started(...args: string[]) {
  const child = spawn([...args, "--json", "--port", "0"]);
  const reader = child.stdout.getReader();
  const line = new TextDecoder().decode((await reader.read()).value);
  return { child, line: JSON.parse(line) as Record<string, string> };
}

async function ask(url: string, key: string, name: string, args: object = {}): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });
  return await response.text();
}

test("the binary reports the version that was built", async () => {
  expect(await run("version")).toEqual({
    version: VERSION,
    commit: COMMIT,
    bun: Bun.version,
  });
});

test("maitred dev serves the demo data, and deletes its database when it ends", async () => {
  const { child, line } = await started("dev");
  expect(dirname(dirname(line["database"] ?? ""))).toBe(environment.TMPDIR);
  const answer = await ask(line["mcp"] ?? "", line["apiKey"] ?? "", "list_waitlist", {
    brand: "demo-trattoria",
  });
  expect(answer).toContain("Wei Chen");
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  expect(existsSync(line["database"] ?? "")).toBe(false);
});

test("maitred serve answers a call with a key that was made for a new restaurant", async () => {
  await run("init");
  await run(
    ..."brand create --slug house --name House --time-zone Asia/Tokyo --country JP".split(" "),
  );
  const { key } = await run(..."key create --name agent --brand house".split(" "));
  const { child, line } = await started("serve");
  expect(await ask(line["mcp"] ?? "", String(key), "list_brands")).toContain("Asia/Tokyo");
  const port = new URL(line["url"] ?? "").port;
  expect(await run("healthcheck", "--port", port)).toMatchObject({ ok: true });
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  expect(existsSync(join(folder.path, "data", "maitred.db-wal"))).toBe(false);
});

test("maitred serve makes a scheduled backup that can be restored", async () => {
  const data = join(folder.path, "data");
  const made = Promise.withResolvers<string>();
  mkdirSync(join(data, "backups"), { recursive: true });
  const watcher = watch(join(data, "backups"), (_, name) => {
    if (name?.endsWith("-scheduled.db")) made.resolve(name);
  });
  const { child } = await started("serve");
  const file = join(data, "backups", await made.promise);
  watcher.close();
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  expect(await run("restore", file)).toMatchObject({ environment: "live", rows: { brand: 1 } });
}, 30_000);

describe("the runtime's own environment variables", () => {
  test("BUN_BE_BUN makes the binary a bare runtime, so the operator must leave it unset", async () => {
    const child = spawn(["--version"], { ...environment, BUN_BE_BUN: "1" });
    expect(await new Response(child.stdout).text()).toBe(`${Bun.version}\n`);
  });
});
