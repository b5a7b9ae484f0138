// Goal: a manager sees that the clock is in doubt and confirms it with a button. A host cannot
// confirm it, and no other form confirms it. Method: the running product on live data. Its
// monotonic clock is set back, so the machine's clock seems to have jumped.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { start } from "../../../../src/app.ts";
import type { RunningServer } from "../../../../src/instance/server.ts";
import { createLog } from "../../../../src/log.ts";
import { command, type Running, running } from "../../../cli/command-line.ts";
import { temporaryFolder } from "../../../support/database.ts";
import { visitorOf } from "../../../support/page-visitor.ts";

const TWO_YEARS = 2 * 365 * 86_400_000;
const PASSWORD = "correct horse battery staple";
const PATH = "/b/house/health";

const folder = temporaryFolder();
const logged: string[] = [];
let back = 0;
let desk: Running;
let server: RunningServer;
let url = "";

beforeAll(async () => {
  const data = ["--data", folder.path];
  const place = ["--time-zone", "Europe/Rome", "--country", "IT"];
  await command(["init", ...data]);
  await command(["brand", "create", "--slug", "house", "--name", "House", ...place, ...data]);
  for (const role of ["owner", "manager", "host"]) {
    const to = role === "owner" ? [] : ["--brand", "house"];
    const person = ["--email", `${role}@example.com`, "--name", role, "--role", role, ...to];
    const made = await command(
      ["user", "create", ...person, "--password-stdin", ...data],
      PASSWORD,
    );
    expect(made.exitCode).toBe(0);
  }
  const log = createLog({ level: "info", now: Date.now, write: (line) => void logged.push(line) });
  desk = running(["serve", "--json", "--port", "0", ...data], {
    now: Date.now,
    start: async (options) => {
      const elapsed = () => performance.now() - back;
      server = await start({ ...options, log, elapsed });
      return server;
    },
  });
  url = (JSON.parse(await desk.ready) as { url: string }).url;
});
afterAll(async () => {
  await desk.stop();
  folder[Symbol.dispose]();
});

const signedIn = async (role: string) => {
  const visitor = visitorOf(url);
  await visitor.signIn({ email: `${role}@example.com`, password: PASSWORD });
  return visitor;
};
const csrfOf = (html: string): string => /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";

test("the doubt is shown on the health page and logged until a manager confirms the clock", async () => {
  const manager = await signedIn("manager");
  const host = await signedIn("host");
  expect((await manager.get(PATH)).html).not.toContain("The clock is right");
  back = TWO_YEARS;
  const { html } = await manager.get(PATH);
  expect(html).toContain("The clock jumped: it shows");
  expect(html).toContain("The clock is right");
  expect(logged.filter((line) => line.includes("clock_in_doubt"))).toHaveLength(1);
  const csrf = csrfOf(html);
  await manager.post(PATH, { csrf, confirm: "something else" });
  await host.post(PATH, { csrf: csrfOf((await host.get("/b/house")).html), confirm: "clock" });
  expect(server.stores.clock.doubt()).not.toBeNull();
  const answer = await manager.post(PATH, { csrf, confirm: "clock" });
  expect(answer.status).toBe(303);
  expect(server.stores.clock.doubt()).toBeNull();
  expect((await manager.get(PATH)).html).not.toContain("The clock is right");
  expect(logged.filter((line) => line.includes("clock_believed"))).toHaveLength(1);
});
