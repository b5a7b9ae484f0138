// Goal: the Dockerfile builds, and its image runs without a shell, with a read-only root, as a user
// without privileges, and with a /tmp from which no program can start. No container engine is
// needed: folders stand for the stages of the build, and namespaces restrict the process. The
// packages come from this checkout; `npm run container` installs them from the registry.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { type Built, build, filesIn } from "./build.ts";
import { distrolessCc, NONROOT } from "./distroless.ts";
import { environmentOf, letIn, stagesOf, wordsOf } from "./dockerfile.ts";
import { canRunImages, firstProcessOf, type Image, startIn } from "./run-image.ts";

const whole = process.env["MAITRED_TEST_CONTAINER"] === "whole";
setDefaultTimeout(whole ? 600_000 : 60_000);

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

let built: Built;
let base: readonly string[] = [];
beforeAll(() => {
  built = build(folder.path, {
    installed: !whole,
    base(image, root) {
      if (!image.startsWith("gcr.io/distroless/cc-debian12")) return;
      distrolessCc(root);
      base = filesIn(root);
    },
  });
});

describe("the container build", () => {
  test("runs every step with only the files that .dockerignore allows", () => {
    expect(built.ran.some((command) => command.endsWith(" install --frozen-lockfile"))).toBe(true);
    expect(existsSync(join(built.root, "maitred"))).toBe(true);
  });

  test("gets only the source, the migrations and the build's own settings", () => {
    const sent = letIn(readFileSync(".dockerignore", "utf8"));
    const tracked = Bun.spawnSync(["git", "ls-files"]).stdout.toString().trim().split("\n");
    const top = new Set(tracked.filter(sent).map((path) => path.split("/")[0] ?? ""));
    expect([...top].toSorted()).toEqual(
      "bun.lock bunfig.toml migrations package.json src tsconfig.json".split(" "),
    );
  });

  test("adds one file and one empty folder to the base image", () => {
    const added = filesIn(built.root).filter((path) => !base.includes(path));
    expect(added).toEqual(["maitred"]);
    expect(readdirSync(join(built.root, "data"))).toEqual([]);
  });

  test("ends with a non-root user and commands that need no shell", () => {
    expect(built.stage.steps.find(({ word }) => word === "USER")?.rest).toBe(
      `${NONROOT}:${NONROOT}`,
    );
    expect(wordsOf(built.stage, "HEALTHCHECK")).toEqual(["/maitred", "healthcheck"]);
    expect([...wordsOf(built.stage, "ENTRYPOINT"), ...wordsOf(built.stage, "CMD")]).toEqual([
      "/maitred",
      "serve",
    ]);
    expect(environmentOf(built.stage)).toMatchObject({
      MAITRED_DATA: "/data",
      MAITRED_HOST: "0.0.0.0",
    });
  });

  test("installs from the lock file with the pinned Bun, on images pinned by digest", () => {
    const text = readFileSync("Dockerfile", "utf8");
    const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
      devDependencies: Record<string, string>;
    };
    expect(text).toContain(
      `RUN npx --yes bun@${devDependencies["bun"]} install --frozen-lockfile\n`,
    );
    const froms = text.match(/^FROM .*$/gm);
    expect(froms).toEqual([`FROM \${BUILD_IMAGE} AS build`, `FROM \${RUNTIME_IMAGE}`]);
    for (const image of ["BUILD_IMAGE", "RUNTIME_IMAGE"]) {
      expect(text).toMatch(new RegExp(`^ARG ${image}=\\S+@sha256:[0-9a-f]{64}$`, "m"));
    }
    const named = stagesOf(`ARG A=x\nFROM \${A} AS b`);
    expect(named).toEqual([{ base: "x", name: "b", steps: [] }]);
  });
});

test("the functions that read .dockerignore and the Dockerfile for this test work on short samples", () => {
  expect(() => letIn("node_modules\n")).toThrow("This test cannot read");
  expect(letIn("*\n!src\n")("README.md")).toBe(false);
  expect(stagesOf("FROM a AS b\nRUN x \\\n  y\n# z\nFROM c")).toEqual([
    { base: "a", name: "b", steps: [{ word: "RUN", rest: "x y" }] },
    { base: "c", name: null, steps: [] },
  ]);
});

describe.skipIf(!canRunImages)("the container image", () => {
  const PORT = freePort();
  /** The Dockerfile's variables, but with this machine's loopback address and a free port. */
  const imageWith = (data: string, tmp: Image["tmp"]): Image => {
    mkdirSync(join(folder.path, data), { recursive: true });
    const env = { ...environmentOf(built.stage), MAITRED_HOST: "127.0.0.1", MAITRED_PORT: PORT };
    return { root: built.root, data: join(folder.path, data), env, tmp };
  };

  async function run(image: Image, ...words: string[]): Promise<Record<string, unknown>> {
    const child = startIn(image, ["/maitred", ...words, "--json"]);
    await child.stdin.end();
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new Error(out + err);
    return JSON.parse(out) as Record<string, unknown>;
  }

  async function call(key: unknown, name: string, args: object): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${PORT}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(key)}`, "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args },
      }),
    });
    return await response.text();
  }

  /** Runs `body` while the image serves, then stops the image with SIGTERM. */
  async function whileServing(image: Image, body: (pid: number) => Promise<void>) {
    const words = [...wordsOf(built.stage, "ENTRYPOINT"), ...wordsOf(built.stage, "CMD")];
    const child = startIn(image, [...words, "--json"]);
    const logged = new Response(child.stderr).text();
    const { value } = await child.stdout.getReader().read();
    const said = new TextDecoder().decode(value);
    if (!said.includes('"mcp"')) throw new Error(said + (await logged));
    const pid = await firstProcessOf(child);
    try {
      await body(pid);
    } finally {
      process.kill(pid, "SIGTERM");
    }
    expect(`${await child.exited}\n${await logged}`).toStartWith("0\n");
    return await logged;
  }

  const place = ["--slug", "house", "--name", "House", "--time-zone", "Asia/Tokyo"];

  test("has no shell", async () => {
    const child = startIn(imageWith("empty", "mounted"), ["/bin/sh", "-c", "true"]);
    expect(await child.exited).toBe(127);
  });

  test.each(["mounted", "read-only"] as const)(
    "creates a restaurant, books, signs a user in, backs up and stops, with /tmp %s",
    async (tmp) => {
      const image = imageWith(`data-${tmp}`, tmp);
      await run(image, "init");
      await run(image, "brand", "create", ...place, "--country", "JP");
      const { key } = await run(image, "key", "create", "--name", "agent", "--brand", "house");
      const ana = { email: "ana@example.com", name: "Ana" };
      const account = ["--email", ana.email, "--name", ana.name, "--role", "owner"];
      const { password } = await run(image, "user", "create", ...account);
      const log = await whileServing(image, async (pid) => {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        expect(status).toMatch(/^CapEff:\s0{16}$/m);
        expect(readFileSync(`/proc/${pid}/uid_map`, "utf8").trim()).toStartWith(String(NONROOT));
        const mounts = readFileSync(`/proc/${pid}/mountinfo`, "utf8");
        expect(mounts).toMatch(/ \/ ro,/);
        expect(await run(image, "healthcheck")).toMatchObject({ ok: true });
        const table = { date: openDate(), time: "7:30 PM", numberOfPeople: 2 };
        const booked = await call(key, "create_booking", { name: "Ana", ...table });
        expect(booked).toContain('"status":"booked"');
        // With no folder from which native code can start, the password is checked by the runtime's
        // own hash function.
        const session = await fetch(`http://127.0.0.1:${PORT}/session`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email: ana.email, password }),
        });
        expect(await session.json()).toMatchObject({ user: ana });
        expect(await run(image, "backup")).toMatchObject({ rows: { reservation: 1 } });
      });
      expect(log).toContain('"event":"stopped"');
      expect(readdirSync(image.data)).not.toContain("maitred.db-wal");
    },
  );

  test("sorts more rows than fit in memory, with only /data writable", async () => {
    const image = imageWith("sorting", "read-only");
    cpSync(join(import.meta.dir, "child-large-sort.js"), join(image.data, "sort.js"));
    const env = { ...image.env, BUN_BE_BUN: "1" };
    const child = startIn({ ...image, env }, ["/maitred", "/data/sort.js"]);
    expect(await new Response(child.stdout).text()).toBe("200000\n");
  });
});

/** A date in Tokyo on which the default services are open, as tools expect it. */
function openDate(): string {
  let day = Temporal.Now.plainDateISO("Asia/Tokyo").add({ days: 2 });
  while (day.dayOfWeek === 1) day = day.add({ days: 1 });
  return day.toLocaleString("en-US", { dateStyle: "full" });
}

function freePort(): string {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return String(port);
}
