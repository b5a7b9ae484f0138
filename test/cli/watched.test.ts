// Goal: a running server reports its work to monitoring, and proves its identity to callers who
// have its secret.
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  IDENTITY_LABEL,
  identifierOf,
  loadInstanceSecret,
} from "../../src/auth/instance-secret.ts";
import { COMMIT } from "../../src/version.ts";
import { temporaryFolder } from "../support/database.ts";
import { samplesOf } from "../web/metrics/samples.ts";
import { type Served, startServe, tomorrow } from "./served-process.ts";

const folder = temporaryFolder();
let desk: Served;
beforeAll(async () => {
  desk = await startServe(folder.path, { MAITRED_METRICS: "on" });
});
afterAll(async () => {
  await desk.kill("SIGKILL");
  folder[Symbol.dispose]();
});

const figures = async (): Promise<Map<string, number>> =>
  samplesOf(await (await fetch(`${desk.url}/metrics`)).text());

test("the metrics cover calls, writes, texts, the background loop and the process", async () => {
  await desk.call("create_booking", tomorrow());
  await desk.call("create_booking", { ...tomorrow(), date: "Friday, November 1, 2019" });
  const sent = 'maitred_sms_attempts_total{outcome="accepted"}';
  let samples = await figures();
  // A run of the background loop is counted when it ends, after the text that it sent.
  const woken = 'maitred_loop_run_seconds_count{cause="wake"}';
  while (samples.get(sent) !== 1 || !samples.has(woken)) samples = await figures();
  const value = (series: string): number => samples.get(series) ?? Number.NaN;
  expect(value('maitred_tool_calls_total{tool="create_booking",outcome="ok"}')).toBe(1);
  expect(value('maitred_refusals_total{code="IN_THE_PAST"}')).toBe(1);
  expect(value('maitred_http_requests_total{route="/mcp",method="POST",status="200"}')).toBe(2);
  expect(value("maitred_write_batch_size_count")).toBeGreaterThan(0);
  expect(value("maitred_write_commit_seconds_sum")).toBeGreaterThan(0);
  expect(value('maitred_loop_run_seconds_count{cause="tick"}')).toBeGreaterThan(0);
  expect(value('maitred_loop_run_seconds_count{cause="wake"}')).toBeGreaterThan(0);
  expect(value("maitred_loop_silent_seconds")).toBeLessThan(10);
  expect(value('maitred_outbox_texts{state="due"}')).toBe(0);
  expect(value("maitred_outbox_oldest_due_seconds")).toBe(0);
  expect(value('maitred_waitlist_offers{state="accepted"}')).toBe(0);
  expect(value("maitred_http_streams")).toBe(0);
  expect(value("maitred_writable")).toBe(1);
  expect(value("maitred_database_bytes")).toBeGreaterThan(4096);
  expect(value("maitred_database_wal_bytes")).toBeGreaterThan(0);
  expect(value("process_resident_memory_bytes")).toBeGreaterThan(1e7);
  const builds = [...samples.keys()].filter((key) => key.startsWith("maitred_build_info{"));
  expect(builds).toEqual([expect.stringContaining(`commit="${COMMIT}"`)]);
});

test("a caller who has the instance's secret can check with /healthz that this instance answered", async () => {
  const secret = loadInstanceSecret(folder.path, { databaseExists: true });
  const challenge = "a-challenge-of-today";
  const response = await fetch(`${desk.url}/healthz?challenge=${challenge}`);
  expect(await response.json()).toEqual({
    status: "ok",
    proof: identifierOf(secret.derive(IDENTITY_LABEL))(challenge),
  });
  expect((await fetch(`${desk.url}/healthz?challenge=short`)).status).toBe(400);
  expect(await (await fetch(`${desk.url}/healthz`)).json()).toEqual({ status: "ok" });
});
