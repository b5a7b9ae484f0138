// Goal: kill -9 in the middle of a busy evening loses no acknowledged booking, and the next
// start repairs the file, even if the end of the log was cut off.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { booking, type Desk, idOf, startDesk, storedIn } from "./product.ts";

setDefaultTimeout(60_000); // processes start slowly on a machine that is busy

/** Books without pause on eight connections and kills the server after `count` answers. */
async function killUnderLoad(desk: Desk, count: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let next = 0;
  let killing = false;
  const caller = async (): Promise<void> => {
    while (!killing) {
      next += 1;
      // After the kill calls get no answer, so they were not acknowledged.
      const answer = await desk.call("create_booking", booking(next)).catch(() => null);
      if (answer === null) return;
      if (answer.isError) throw new Error(answer.text);
      acknowledged.push(idOf(answer));
      if (acknowledged.length < count || killing) continue;
      killing = true;
      await desk.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  return acknowledged;
}

/**
 * Books one after the other, then kills the server; returns the ids and where the log ended after
 * each.
 */
async function bookAndKill(
  data: string,
  count: number,
): Promise<{ log: string; ids: string[]; ends: number[] }> {
  await using desk = await startDesk(data);
  const log = join(data, "maitred.db-wal");
  const ids: string[] = [];
  const ends: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    ids.push(idOf(await desk.call("create_booking", booking(n))));
    ends.push(endOf(log));
  }
  await desk.kill("SIGKILL");
  return { log, ids, ends };
}

const LOG_HEADER = 32;
const FRAME = 24 + 4096;

/** The real end of the log: frames of an earlier round follow, with another salt. */
function endOf(log: string): number {
  const bytes = readFileSync(log);
  const salt = bytes.subarray(16, 24);
  let end = LOG_HEADER;
  while (end < bytes.length && bytes.subarray(end + 8, end + 16).equals(salt)) end += FRAME;
  return end;
}

describe("kill -9 under load", () => {
  test("loses nothing that was acknowledged, three times in a row", async () => {
    using folder = temporaryFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await using desk = await startDesk(folder.path);
      for (const id of acknowledged.slice(-5)) {
        const answer = await desk.call("get_booking", { brand: "demo-bistro", id });
        expect(answer.isError).toBe(false);
      }
      const offset = round * 200;
      const shifted: Desk = { ...desk, call: (tool, args) => desk.call(tool, later(args, offset)) };
      acknowledged.push(...(await killUnderLoad(shifted, 40)));
      const stored = storedIn(folder.path);
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(120);
  });
});

/** The same booking some weeks later, so that rounds do not compete for seats. */
function later(args: object, offset: number): object {
  const number = Number(/\d+/.exec((args as { name?: string }).name ?? "")?.[0]);
  return Number.isNaN(number) ? args : booking(number + offset);
}

describe("a log that was cut off", () => {
  test("within unacknowledged writes: everything else is there", async () => {
    using folder = temporaryFolder();
    const { log, ids } = await bookAndKill(folder.path, 12);
    truncateSync(log, endOf(log));
    // Half a frame, as after a power failure while it was written.
    appendFileSync(log, readFileSync(log).subarray(LOG_HEADER, LOG_HEADER + 2000));
    await using desk = await startDesk(folder.path);
    for (const id of ids) {
      const answer = await desk.call("get_booking", { brand: "demo-bistro", id });
      expect(answer.isError).toBe(false);
    }
  });

  test("by a disk that lost confirmed writes: the rest is intact, and service continues", async () => {
    using folder = temporaryFolder();
    const { log, ids, ends } = await bookAndKill(folder.path, 12);
    truncateSync(log, (ends[7] ?? 0) + 2000);
    await using desk = await startDesk(folder.path);
    const kept = storedIn(folder.path);
    expect(ids.map((id) => kept.has(id))).toEqual(ids.map((_, n) => n < 8));
    expect((await desk.call("create_booking", booking(30))).isError).toBe(false);
  });
});
