// Goal: a server that is asked to stop keeps every booking that it confirmed, finishes the text
// that it is sending, empties the write-ahead log, and exits with 0. Asked twice, it stops
// immediately. Method: the product in a separate process, under load, with a slow gateway.
import { Database } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { booking, idOf, startDesk, storedIn } from "../faults/product.ts";
import { temporaryFolder } from "../support/database.ts";
import { COMMAND } from "../support/product-command.ts";
import { startServe, tomorrow } from "./served-process.ts";

const open: { kill(signal: "SIGKILL"): Promise<number> }[] = [];
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.kill("SIGKILL");
});

/**
 * What a caller got: a booking's id, a refusal's text, or the error of a call without an answer.
 */
type Met = { readonly id: string } | { readonly refusal: string } | { readonly code: string };

describe("a server asked to stop", () => {
  test("has stored exactly the bookings that it confirmed, even under load", async () => {
    using folder = temporaryFolder();
    const desk = await startDesk(folder.path);
    open.push(desk);
    const met: Met[] = [];
    let next = 0;
    // Makes calls until one gets no answer.
    const caller = async (): Promise<void> => {
      for (;;) {
        const n = next++;
        try {
          const answer = await desk.call("create_booking", booking(n));
          met.push(answer.isError ? { refusal: answer.text } : { id: idOf(answer) });
        } catch (error) {
          met.push({ code: String((error as { code?: unknown }).code ?? error) });
          return;
        }
      }
    };
    const callers = Array.from({ length: 12 }, caller);
    while (met.length < 60) await Bun.sleep(1);
    const exitCode = await desk.kill("SIGTERM");
    const log = Bun.file(join(folder.path, "maitred.db-wal"));
    expect((await log.exists()) ? log.size : 0).toBe(0);
    await Promise.all(callers);
    expect(exitCode).toBe(0);
    expect(met.filter((one) => "refusal" in one)).toEqual([]);
    const acknowledged = met.flatMap((one) => ("id" in one ? [one.id] : []));
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);
    expect(storedIn(folder.path)).toEqual(new Set(acknowledged));
    // The kernel resets connections that it has accepted but the server has not read from.
    const unheard = met.flatMap((one) => ("code" in one ? [one.code] : []));
    expect(unheard.filter((code) => !["ECONNREFUSED", "ECONNRESET"].includes(code))).toEqual([]);
    expect(desk.log()).toContain('"event":"stopped"');
  });

  test("still answers and exits if its log is blocked", async () => {
    using folder = temporaryFolder();
    const pipe = join(folder.path, "log");
    Bun.spawnSync(["mkfifo", pipe]);
    // This process holds both ends and never reads, so the pipe fills up.
    const descriptor = openSync(pipe, "r+");
    const data = ["--port", "0", "--json", "--data", join(folder.path, "data")];
    const child = Bun.spawn([...COMMAND, "serve", ...data], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: descriptor,
    });
    open.push({
      kill(signal) {
        child.kill(signal);
        return child.exited;
      },
    });
    const { value } = await child.stdout.getReader().read();
    const { url } = JSON.parse(new TextDecoder().decode(value)) as { url: string };
    // A pipe holds 64 KiB, so most of these lines do not fit.
    for (let n = 0; n < 60; n += 1) {
      expect((await fetch(`${url}/${"nowhere".repeat(300)}`)).status).toBe(404);
    }
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    closeSync(descriptor);
  });

  test("reports not ready while a text is being sent, keeps answering, and records the gateway's answer", async () => {
    using folder = temporaryFolder();
    using gateway = slowGateway();
    const desk = await startServe(folder.path, gateway.variables);
    open.push(desk);
    expect((await desk.call("create_booking", tomorrow())).isError).toBe(false);
    await gateway.asked;
    const before = await fetch(`${desk.url}/readyz`);
    expect([before.status, await before.json()]).toEqual([
      200,
      { status: "ready", checks: { accepting: true, schema: true, loop: true, writer: true } },
    ]);
    const ended = desk.kill("SIGTERM");
    let after = await fetch(`${desk.url}/readyz`);
    while (after.status === 200) after = await fetch(`${desk.url}/readyz`);
    expect(after.headers.get("connection")).toBe("close");
    expect(await after.json()).toMatchObject({ status: "not_ready", checks: { accepting: false } });
    expect((await fetch(`${desk.url}/healthz`)).status).toBe(200);
    gateway.answer();
    expect(await ended).toBe(0);
    const database = new Database(join(folder.path, "maitred.db"), { readonly: true });
    const states = database.prepare<{ state: string }, []>("SELECT state FROM message").all();
    database.close();
    expect(states).toEqual([{ state: "accepted" }]);
  });

  test("twice stops immediately, with the exit code of the signal", async () => {
    using folder = temporaryFolder();
    using gateway = slowGateway();
    const desk = await startServe(folder.path, gateway.variables);
    open.push(desk);
    const made = await desk.call("create_booking", tomorrow());
    await gateway.asked;
    const ended = desk.kill("SIGTERM");
    while ((await fetch(`${desk.url}/readyz`)).status === 200);
    void desk.kill("SIGTERM");
    expect(await ended).toBe(143);
    expect(storedIn(folder.path)).toContain(idOf(made));
  });
});

/** A gateway that accepts a text when the test calls `answer`. */
function slowGateway() {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch() {
      asked.resolve();
      await answered.promise;
      return Response.json({ id: "text-1" });
    },
  });
  return {
    asked: asked.promise,
    answer: answered.resolve,
    variables: {
      MAITRED_SMS_PROVIDER: "webhook",
      MAITRED_WEBHOOK_URL: server.url.href,
      MAITRED_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    },
    [Symbol.dispose]() {
      answered.resolve();
      void server.stop(true);
    },
  };
}
