// Goal: if several processes share a database, only one does the background work. When that process
// is gone, another takes over, and the first one writes nothing more.
import { describe, expect, test } from "bun:test";
import { createLease, LeaseLost, whileHeld } from "../../src/background/lease.ts";
import { createLoop } from "../../src/background/loop.ts";
import { STANDBY_LEASE } from "../../src/storage/lease-owner.ts";
import { openMachine, silentLog, type TestMachine } from "./machine.ts";

const SECOND = 1000;

/** Two processes with one clock; both count as alive. */
function two(machine: TestMachine, hasEnded = () => false) {
  let now = 1_000_000;
  const clock = (): number => now;
  const make = () => createLease({ ...machine, clock, hasEnded });
  return {
    clock,
    one: make(),
    other: make(),
    wait: (ms: number): void => {
      now += ms;
    },
  };
}

describe("the lease", () => {
  test("is held by one process", async () => {
    using machine = openMachine();
    const { one, other } = two(machine);
    expect(await one.renew()).toBe(true);
    expect(await other.renew()).toBe(false);
    expect([one.held(), other.held()]).toEqual([true, false]);
  });
  test.each([
    ["is kept by a sign of life within half a minute", 30 * SECOND, false],
    ["is free when the last sign of life is older", 30 * SECOND + 1, true],
    ["is free when the last sign of life lies in the future", -1, true],
  ])("%s", async (_, later, free) => {
    using machine = openMachine();
    const { one, other, wait } = two(machine);
    await one.renew();
    wait(later);
    expect(await other.renew()).toBe(free);
    expect(one.held()).toBe(!free);
  });
  test("held by another living process is reported once, and the waiting process is recorded", async () => {
    using machine = openMachine();
    let now = 1_000_000;
    const told: string[] = [];
    const options = { ...machine, clock: () => now, hasEnded: () => false };
    const one = createLease(options);
    const other = createLease({ ...options, onSecondServer: (owner) => void told.push(owner) });
    const sign = () => machine.stores.lease.seen(STANDBY_LEASE);
    await one.renew();
    // A single recent heartbeat may be of a process that was just killed.
    await other.renew();
    now += 4 * SECOND;
    await other.renew();
    expect([told, sign()]).toEqual([[], null]);
    for (let round = 0; round < 4; round += 1) {
      now += 5 * SECOND;
      await one.renew();
      await other.renew();
    }
    expect(told).toEqual([one.owner]);
    expect(sign()).toEqual({ owner: other.owner, heartbeatAt: now });
    await other.release();
    expect(sign()).toBeNull();
  });
  test("stays with a process that keeps renewing it", async () => {
    using machine = openMachine();
    const { one, other, wait } = two(machine);
    for (let second = 0; second < 60; second += 1) {
      expect(await one.renew()).toBe(true);
      expect(await other.renew()).toBe(false);
      wait(SECOND);
    }
  });
  test("stays with the process that took it while another waited to write", async () => {
    using machine = openMachine();
    const { one, clock, wait } = two(machine);
    const writer: typeof machine.writer = {
      ...machine.writer,
      write: async (body) => {
        wait(1);
        await one.renew();
        return machine.writer.write(body);
      },
    };
    const other = createLease({ ...machine, writer, clock, hasEnded: () => false });
    expect(await other.renew()).toBe(false);
    expect(one.held()).toBe(true);
  });
  test("is taken over immediately from a process that has exited", async () => {
    using machine = openMachine();
    const { one, other } = two(machine, () => true);
    await one.renew();
    expect(await other.renew()).toBe(true);
    expect(await one.renew()).toBe(true);
  });
  test("is taken over immediately from a killed process on the same machine", async () => {
    using machine = openMachine();
    const child = Bun.spawn([process.execPath, "-e", "await Bun.sleep(60_000)"]);
    const { hostname } = await import("node:os");
    const owner = `${child.pid}@${hostname()}#x`;
    const lease = { name: "loop", owner, now: 1000, oldest: 0, gone: null };
    machine.stores.lease.take(lease);
    const next = createLease({ ...machine, clock: () => 2000 });
    expect(await next.renew()).toBe(false);
    child.kill("SIGKILL");
    await child.exited;
    expect(await next.renew()).toBe(true);
  });
  test("is free once its holder gives it up", async () => {
    using machine = openMachine();
    const { one, other } = two(machine);
    await one.renew();
    await other.release();
    expect(one.held()).toBe(true);
    await one.release();
    expect(await other.renew()).toBe(true);
  });
});

describe("a process without the lease", () => {
  test("runs no step", async () => {
    using machine = openMachine();
    const { one, other } = two(machine);
    await one.renew();
    const ran: string[] = [];
    const loopOf = (name: string, mayRun: () => Promise<boolean>) =>
      createLoop({
        steps: [
          {
            name,
            whenWoken: true,
            run: () => {
              ran.push(name);
              return Promise.resolve(0);
            },
            nextDueAt: () => null,
          },
        ],
        clock: machine.clock,
        log: silentLog,
        mayRun,
      });
    await loopOf("other", other.renew).runOnce();
    await loopOf("one", one.renew).runOnce();
    expect(ran).toEqual(["one"]);
  });
  test("writes nothing in a step that began before it lost the lease", async () => {
    using machine = openMachine();
    const { one, other, wait } = two(machine);
    await one.renew();
    const held = whileHeld(machine, one);
    let writes = 0;
    const write = (): void => {
      writes += 1;
    };
    await held.writer.write(write);
    wait(31 * SECOND);
    await other.renew();
    const late = await held.writer.write(write).catch((error: unknown) => error);
    expect(late).toBeInstanceOf(LeaseLost);
    expect(writes).toBe(1);
  });
});
