// Plays one evening: many callers at once call an instance that is interrupted again and again.
// Checks everything after each interruption.
import { numbersFrom } from "../../support/numbers.ts";
import { Diary } from "./diary.ts";
import { type Ending, endAll, filled, killed, stopped } from "./endings.ts";
import { type GatewayKind, openGuests } from "./guests-gateway.ts";
import { openRows, type Rows, rowsFaults, textFaults } from "./rows.ts";
import { peopleOf, type Scene } from "./scene.ts";
import { databaseOf, LIMITS, makeHouse, serve } from "./served-house.ts";
import { settle } from "./settle.ts";

const ENDINGS = { killed, stopped, filled } satisfies Record<string, Ending>;

/** The same seed gives the same pauses and calls. */
export interface EveningPlan {
  readonly seed: number;
  /** How the servers are interrupted: by a kill, a normal stop or a full disk. */
  readonly ending: keyof typeof ENDINGS;
  /** The number of interruptions. */
  readonly times: number;
  readonly gateway: GatewayKind;
  /** The number of servers that share the database. */
  readonly servers: number;
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
}

export interface EveningReport {
  readonly times: number;
  readonly counts: Diary["counts"];
  readonly texts: number;
  readonly offers: number;
  readonly faults: readonly string[];
}

/** Refusals that are no fault. */
const EXPECTED = ["CAPACITY_FULL", "PACE_FULL", "HELD_FOR_WAITLIST", "INVALID_TRANSITION"];
/** Both a stopping server and a full disk answer with this code: nothing was saved, try again. */
const UNAVAILABLE = "UNAVAILABLE";

/** Plays the evening. Ends early at the first fault. */
export async function playEvening(plan: EveningPlan): Promise<EveningReport> {
  const { seed, times, ending } = plan;
  const pick = numbersFrom(seed);
  await using guests = await openGuests(plan.gateway, seed);
  const house = await makeHouse({ ...plan, guests });
  const diary = new Diary();
  const servers = await Promise.all(house.ports.map((_, place) => serve(house, place)));
  const party = peopleOf(house, diary, pick);
  for (const family of party.families) await family.connect(servers[0] ?? { url: "" });
  using rows = openRows(databaseOf(house));
  const scene: Scene = { house, diary, servers, guests, rows, pick, ...party };
  const expected = new Set(ending === "killed" ? EXPECTED : [...EXPECTED, UNAVAILABLE]);
  let done = 0;
  for (; done < times && diary.faults.length === 0; done += 1) {
    const from = diary.answered.length;
    await ENDINGS[ending](scene);
    await look(scene, from, expected);
  }
  await endAll(scene);
  const { counts, faults } = diary;
  return { times: done, counts, texts: guests.taken.length, offers: offersIn(rows), faults };
}

async function look(scene: Scene, from: number, expected: ReadonlySet<string>): Promise<void> {
  const { diary, servers, rows, guests, families } = scene;
  for (const family of families) await family.settle(servers[0] ?? { url: "" }, scene.pick);
  await settle(scene, servers, from);
  const unexpected = [...diary.refusals.keys()].filter((code) => !expected.has(code));
  diary.faults.push(
    ...rowsFaults(rows, diary, LIMITS),
    ...textFaults(rows, guests),
    ...unexpected.map((code) => `refused with ${code}`),
  );
}

const offersIn = ({ database }: Rows): number =>
  database.query<{ n: number }, []>("SELECT count(*) AS n FROM waitlist_offer").get()?.n ?? 0;
