// After a restart, repeats the calls whose answers were lost and sends known idempotency keys
// again. Compares the answers with earlier ones (the diary has all of them) and with the database
// file.

import { bring, type Chance } from "./callers.ts";
import type { Answered, Diary, KnownStay, Write } from "./diary.ts";
import { callTool, type ToolAnswer } from "./exchange.ts";
import type { Guests } from "./guests-gateway.ts";
import { differences, type Rows } from "./rows.ts";
import { BRAND } from "./served-house.ts";

/** Sends a write to one of the servers, chosen at random. */
type Ask = (write: Write) => Promise<ToolAnswer>;

/** How many older keys and reservations are checked after each restart. */
const OLDER = 10;
const AT_ONCE = 16;

/** `from`: index in the diary of the first answer of this round. */
export async function settle(
  { diary, rows, guests, pick }: Settling,
  servers: readonly { readonly url: string }[],
  from: number,
): Promise<void> {
  const server = () => servers[pick(servers.length)] ?? { url: "" };
  const ask: Ask = ({ by, tool, args }) => callTool(server(), by.token(), tool, args);
  for (const write of diary.lost.splice(0)) await askAgain(write, { diary, rows, ask });
  for (const answer of diary.lostAnswers.splice(0)) {
    if (await bring(guests, server(), answer)) diary.taken.push(answer);
    else diary.faults.push(`the server did not accept a guest's ${answer.body}`);
  }
  const older = Array.from({ length: OLDER }, () => diary.answered[pick(from + 1)]);
  const again = [...older, ...diary.answered.slice(from)].filter((one) => one !== undefined);
  for (let first = 0; first < again.length; first += AT_ONCE) {
    const some = again.slice(first, first + AT_ONCE);
    await Promise.all(some.map((one) => repeat(one, diary, ask)));
  }
  const told = [...diary.stays.values()];
  const shown = Array.from({ length: OLDER }, () => told[pick(told.length + 1)]);
  for (const stay of shown.filter((one) => one !== undefined)) {
    diary.faults.push(...(await readFaults(stay, diary, ask)));
  }
}

/** Checks that get_booking returns the reservation as its caller knows it. */
async function readFaults(told: KnownStay, diary: Diary, ask: Ask): Promise<string[]> {
  const [{ by } = { by: null }] = diary.answered;
  if (by === null) return [];
  const args = { brand: BRAND, id: told.id };
  const { structured } = await ask({ tool: "get_booking", args, by, caller: "" });
  const seen = structured["reservation"] as KnownStay | undefined;
  return differences(told, seen).map((words) => `get_booking: ${words}`);
}

export interface Settling {
  readonly diary: Diary;
  readonly rows: Rows;
  readonly guests: Guests;
  readonly pick: Chance;
}

/** Repeats a write whose answer was lost, and checks that it took effect once or not at all. */
async function askAgain(
  write: Write,
  { diary, rows, ask }: { readonly diary: Diary; readonly rows: Rows; readonly ask: Ask },
): Promise<void> {
  const { tool, args } = write;
  const fault = (words: string): void => {
    diary.faults.push(`${tool} ${JSON.stringify(args)}, whose answer was lost: ${words}`);
  };
  const before = traceOf(write, diary, rows);
  if (before.acted > 1) fault(`it took effect ${before.acted} times`);
  const answer = await ask(write);
  diary.note(write, answer);
  if (before.acted === 1) {
    diary.counts.performed += 1;
    if (answer.isError) fault(`it had taken effect, and is refused now: ${answer.text}`);
    else if (!answer.replayed) fault("it had taken effect, and takes effect again");
  } else if (before.known && answer.replayed && answer.structured["changed"] !== false) {
    fault("its key has an answer, but nothing was done");
  }
  const after = traceOf(write, diary, rows, before.revision);
  const changed = !answer.isError && answer.structured["changed"] !== false;
  if (before.known && after.acted !== Number(changed || before.acted === 1)) {
    const times = `${before.acted} times before the answer and ${after.acted} times after it`;
    fault(`it had taken effect ${times}: ${answer.text}`);
  }
}

/** How often a write took effect, according to the file. `known`: whether the file can tell. */
export function traceOf(
  { tool, args }: Write,
  diary: Diary,
  rows: Rows,
  since?: number,
): { readonly acted: number; readonly known: boolean; readonly revision: number } {
  const id = String(args["id"]);
  switch (tool) {
    case "create_booking":
    case "add_to_waitlist": {
      const table = tool === "create_booking" ? "reservation" : "waitlist_entry";
      const made = rows.madeFor(table, String(args["name"]));
      return { acted: made.length, known: true, revision: 0 };
    }
    case "update_booking":
    case "cancel_booking": {
      const revision = since ?? diary.stays.get(id)?.revision ?? 0;
      return { acted: (rows.stay(id)?.revision ?? 0) - revision, known: true, revision };
    }
    default:
      return { acted: 0, known: false, revision: 0 };
  }
}

/** Repeats an answered write: the answer must be the same, marked as replayed. */
async function repeat(write: Answered, diary: Diary, ask: Ask): Promise<void> {
  const { tool, args, answer } = write;
  const again = await ask(write);
  diary.counts.repeated += 1;
  const same = again.structuredText === answer.structuredText && again.text === answer.text;
  if (same && again.replayed) return;
  const what = again.replayed ? "a different answer" : "an answer not marked as replayed";
  diary.faults.push(`${tool} ${JSON.stringify(args)} sent again got ${what}: ${again.text}`);
}
