// Goal: kill -9 during a busy evening loses no acknowledged booking. The next start repairs the
// database even if the end of its write-ahead log was cut off.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { booking, type Desk, idOf, startDesk, storedIn } from "./product.ts";

setDefaultTimeout(60_000); // processes start slowly on a machine that is busy

/** Books on eight connections at the same time, and kills the server after `count` answers. */
async function killUnderLoad(desk: Desk, count: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let next = 0;
  let killing = false;
  const caller = async (): Promise<void> => {
    while (!killing) {
      next += 1;
      // A call without an answer was not acknowledged.
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
 * Makes `count` bookings, then kills the server. `ends`: the length of the log after each booking.
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

/** The offset where valid frames end. Old frames, with another salt, may follow. */
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

/** Moves a booking some weeks later, so that rounds do not compete for seats. */
function later(args: object, offset: number): object {
  const number = Number(/\d+/.exec((args as { name?: string }).name ?? "")?.[0]);
  return Number.isNaN(number) ? args : booking(number + offset);
}

describe("a write-ahead log that was cut off", () => {
  test("within an unacknowledged write keeps every acknowledged booking", async () => {
    using folder = temporaryFolder();
    const { log, ids } = await bookAndKill(folder.path, 12);
    truncateSync(log, endOf(log));
    // Half a frame, as if the power failed during the write.
    appendFileSync(log, readFileSync(log).subarray(LOG_HEADER, LOG_HEADER + 2000));
    await using desk = await startDesk(folder.path);
    for (const id of ids) {
      const answer = await desk.call("get_booking", { brand: "demo-bistro", id });
      expect(answer.isError).toBe(false);
    }
  });

  test("by a disk that lost confirmed writes keeps the bookings before them, and the server accepts new ones", async () => {
    using folder = temporaryFolder();
    const { log, ids, ends } = await bookAndKill(folder.path, 12);
    truncateSync(log, (ends[7] ?? 0) + 2000);
    await using desk = await startDesk(folder.path);
    const kept = storedIn(folder.path);
    expect(ids.map((id) => kept.has(id))).toEqual(ids.map((_, n) => n < 8));
    expect((await desk.call("create_booking", booking(30))).isError).toBe(false);
  });
});
