// Ways to interrupt servers under load: a kill, a normal stop, a full disk. Each lets the callers
// send requests for a random time, interrupts the servers, and starts them again.
import { closeSync, existsSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { letAct } from "./callers.ts";
import type { Scene } from "./scene.ts";
import { databaseOf, killStarting, serve } from "./served-house.ts";
import { traceOf } from "./settle.ts";

/** The longest time before the interruption. */
const LONGEST_MS = 300;

export type Ending = (scene: Scene) => Promise<void>;

/** Kills one or more servers with SIGKILL; sometimes kills the next server during its start. */
export const killed: Ending = async (scene) => {
  const { house, servers, pick } = scene;
  const doomed = servers.flatMap((_, place) =>
    servers.length === 1 || pick(3) < 2 ? [place] : [],
  );
  await underLoad(scene, async () => {
    for (const place of doomed) servers[place]?.signal("SIGKILL");
    if (doomed.length < servers.length) await Bun.sleep(pick(LONGEST_MS / 2));
  });
  for (const place of doomed) {
    await servers[place]?.ended;
    noteLog(scene, place);
    if (pick(10) === 0) await killStarting(house, place, pick(120));
    servers[place] = await serve(house, place);
  }
};

/**
 * Sends SIGTERM during requests: the server must exit with 0, and unanswered requests must have
 * done nothing.
 */
export const stopped: Ending = async (scene) => {
  const { house, servers, diary, rows } = scene;
  await underLoad(scene, async () => {
    for (const server of servers) server.signal("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
  });
  await expectOrderlyEnd(scene);
  for (const write of diary.lost) {
    const { acted, known } = traceOf(write, diary, rows);
    if (known && acted > 0) diary.faults.push(`${write.tool} acted, and no answer was sent`);
  }
  const log = `${databaseOf(house)}-wal`;
  if (existsSync(log) && statSync(log).size > 0)
    diary.faults.push("the server left its database log behind");
  for (const place of servers.keys()) servers[place] = await serve(house, place);
};

/** Fills the disk under load; sometimes also kills the server. */
export const filled: Ending = async (scene) => {
  const { house, servers, diary, pick } = scene;
  const ballast = join(dirname(databaseOf(house)), "ballast");
  const dies = pick(3) === 0;
  await underLoad(scene, async () => {
    fill(ballast);
    await Bun.sleep(50 + pick(LONGEST_MS));
    if (dies) servers[0]?.signal("SIGKILL");
  });
  if (dies) {
    await servers[0]?.ended;
    // On a full disk the server must start, or say that the disk is full.
    const started = await serve(house).catch((error: unknown) => String(error));
    if (typeof started !== "string") servers[0] = started;
    else if (!/full/.test(started)) diary.faults.push(`on a full disk: ${started}`);
    rmSync(ballast);
    if (typeof started === "string") servers[0] = await serve(house);
  } else rmSync(ballast);
};

/** Stops every server with SIGTERM. */
export async function endAll(scene: Scene): Promise<void> {
  for (const server of scene.servers) server.signal("SIGTERM");
  await expectOrderlyEnd(scene);
}

async function underLoad(scene: Scene, happens: () => Promise<void>): Promise<void> {
  const { callers, servers, diary, pick } = scene;
  let over = false;
  const acting = letAct(callers, servers, { diary, isOver: () => over });
  await Bun.sleep(pick(LONGEST_MS));
  await happens();
  over = true;
  await acting;
}

async function expectOrderlyEnd(scene: Scene): Promise<void> {
  for (const [place, { ended }] of scene.servers.entries()) {
    const how = await ended;
    if (how !== "0") scene.diary.faults.push(`after SIGTERM a server ended with ${how}`);
    noteLog(scene, place);
  }
}

/** Records errors in a server's log as faults, except those that a full disk causes. */
function noteLog({ servers, diary }: Scene, place: number): void {
  const lines = (servers[place]?.log() ?? "").split("\n");
  const errors = lines.filter((line) => line.includes('"level":"error"') && !/full/.test(line));
  diary.faults.push(...errors.slice(0, 3).map((line) => `in the log: ${line}`));
}

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, "w");
  for (const size of [65_536, 512]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}
