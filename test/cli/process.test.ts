// Goal: the process uses the right streams and exit codes, and leaves nothing behind after a signal.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { COMMAND, SOURCE_COMMAND } from "../support/product-command.ts";

const spawn = (...args: string[]) =>
  Bun.spawn([...COMMAND, ...args], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += new TextDecoder().decode(chunk);
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0] ?? "";
}

describe("maitred dev", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends on %s and removes its folder",
    async (signal) => {
      const child = spawn("dev", "--json", "--empty");
      const { database } = JSON.parse(await firstLine(child.stdout)) as { database: string };
      expect(existsSync(database)).toBe(true);
      child.kill(signal);
      expect(await child.exited).toBe(0);
      expect(existsSync(dirname(database))).toBe(false);
    },
  );

  test("prints one line on standard output, and logs to standard error", async () => {
    const child = spawn("dev", "--json", "--empty");
    const reader = child.stdout.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    child.kill();
    const rest = await reader.read();
    expect(first).toMatch(/^\{.*\}\n$/);
    expect(rest.done).toBe(true);
    const log = (await new Response(child.stderr).text()).trim().split("\n");
    for (const line of log) expect(JSON.parse(line)).toHaveProperty("event");
  });
});

test("run from source, maitred works in any working folder", async () => {
  const command = [...SOURCE_COMMAND, "version"];
  const child = Bun.spawn(command, { cwd: tmpdir(), stdout: "pipe", stderr: "pipe" });
  expect(await new Response(child.stderr).text()).toBe("");
  expect(await child.exited).toBe(0);
});

test.each([
  ["MAITRED_UNMENDED_FAULTS", "narrow-accept"],
  ["MAITRED_STRICT_TOKEN_SHARERS", "claude-code"],
])(
  "maitred dev exits with code 1 if %s has an unknown name, and prints the known names",
  async (variable, known) => {
    const child = Bun.spawn([...COMMAND, "dev", "--json", "--empty"], {
      env: { ...process.env, [variable]: "no-such-name" },
      stdout: "pipe",
      stderr: "ignore",
      timeout: 8000,
      killSignal: "SIGKILL",
    });
    const told = await new Response(child.stdout).text();
    expect([await child.exited, child.signalCode]).toEqual([1, null]);
    expect(told).toContain("no-such-name");
    expect(told).toContain(known);
  },
  10_000,
);

test("the exit code is 0 for success, 1 for an error and 2 for wrong usage", async () => {
  const codes = [["version"], ["brand", "list", "--data", "/nowhere"], ["frobnicate"]].map(
    (args) => spawn(...args).exited,
  );
  expect(await Promise.all(codes)).toEqual([0, 1, 2]);
});

describe("a command whose standard output", () => {
  const shell = async (line: string) => {
    const child = Bun.spawn(["bash", "-c", line], {
      env: { ...process.env, M: COMMAND.join(" ") },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = [new Response(child.stdout).text(), new Response(child.stderr).text()];
    return { code: await child.exited, out: await out, err: await err };
  };

  test("is closed early by its reader ends without a message", async () => {
    const { out, err } = await shell("set -o pipefail; $M openapi | head -n 1; echo $?");
    expect(out).toBe("{\n141\n");
    expect(err).toBe("");
  });

  const full = test.skipIf(!existsSync("/dev/full")); // Linux has it, macOS does not
  full.each(["openapi", "help"])(
    "goes to a full disk says so in one sentence: %s",
    async (verb) => {
      const { code, err } = await shell(`$M ${verb} > /dev/full`);
      expect(code).toBe(1);
      expect(err).toMatch(/^The disk is full .* Free some space, then try again\.\n$/);
    },
  );

  full("goes to a full disk says so in one sentence: export", async () => {
    using folder = temporaryFolder();
    const { code, err } = await shell(
      `$M init --data ${folder.path} 2> /dev/null; $M export --data ${folder.path} > /dev/full`,
    );
    expect(code).toBe(1);
    expect(err).toMatch(/^The disk is full .*\n$/);
  });
});

// Linux has /dev/full, macOS does not.
test.skipIf(!existsSync("/dev/full"))(
  "a server whose log cannot be written still ends with exit code 0",
  async () => {
    const stderr = Bun.file("/dev/full");
    const child = Bun.spawn([...COMMAND, "dev", "--json", "--empty"], { stdout: "pipe", stderr });
    await firstLine(child.stdout);
    child.kill();
    expect(await child.exited).toBe(0);
  },
);
