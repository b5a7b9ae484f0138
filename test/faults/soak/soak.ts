// Runs mixed load on one server for a chosen time, and samples its memory, its file descriptors and
// the size of its write-ahead log. At the end none of these may still be growing, and every
// acknowledged write must be stored.
import { numbersFrom } from "../../support/numbers.ts";
import { type Caller, letAct } from "../load/callers.ts";
import { Diary } from "../load/diary.ts";
import { endAll } from "../load/endings.ts";
import { type GatewayKind, openGuests } from "../load/guests-gateway.ts";
import { readers } from "../load/readers.ts";
import { openRows, rowsFaults, textFaults } from "../load/rows.ts";
import { peopleOf } from "../load/scene.ts";
import { databaseOf, LIMITS, makeHouse, serve } from "../load/served-house.ts";
import { type Bound, type Trend, trendOf } from "./flatness.ts";
import { type Sample, sampleOf } from "./sample.ts";

export interface SoakPlan {
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly seconds: number;
  readonly samples: number;
  readonly pauseMs: number;
  readonly seed: number;
  readonly gateway: GatewayKind;
  readonly told?: (sample: Sample, calls: number) => void;
}

/** A trend is null if there were too few samples. */
export interface SoakReport {
  readonly samples: readonly Sample[];
  readonly trends: Readonly<Record<keyof typeof BOUNDS, Trend | null>>;
  readonly calls: number;
  readonly counts: Diary["counts"];
  readonly faults: readonly string[];
}

/** Values that must stop growing, with the tolerated growth. */
export const BOUNDS = {
  residentMb: { least: 8, share: 0.1 },
  descriptors: { least: 4, share: 0.1 },
  walMb: { least: 1, share: 0.1 },
} satisfies Record<string, Bound>;

/** How many answers, and how many ended reservations, are kept for the checks at the end. */
const MOST_REMEMBERED = 2000;

/** `faults` includes each value that still grows. */
export async function soak(plan: SoakPlan): Promise<SoakReport> {
  const { seconds, samples: wanted, seed } = plan;
  const pick = numbersFrom(seed);
  await using guests = await openGuests(plan.gateway, seed);
  const house = await makeHouse({ ...plan, guests, servers: 1 });
  const diary = new Diary();
  const servers = [await serve(house)];
  const party = peopleOf(house, diary, pick);
  for (const family of party.families) await family.connect(servers[0] ?? { url: "" });
  using rows = openRows(databaseOf(house));
  let calls = 0;
  const paced = (caller: Caller): Caller => {
    return async (server) => {
      calls += 1;
      await caller(server);
      await Bun.sleep(pick(2 * plan.pauseMs));
    };
  };
  const callers = [...party.callers, ...readers(house, guests, pick)].map(paced);
  let over = false;
  const acting = letAct(callers, servers, { diary, isOver: () => over });
  const samples: Sample[] = [];
  const began = performance.now();
  while (samples.length < wanted && diary.faults.length === 0) {
    await Bun.sleep((seconds / wanted) * 1000);
    const elapsed = (performance.now() - began) / 1000;
    const sample = sampleOf(servers[0]?.pid ?? 0, databaseOf(house), elapsed);
    samples.push(sample);
    plan.told?.(sample, calls);
    forgetOld(diary);
    for (const family of party.families) {
      if (!family.isConnected()) await family.connect(servers[0] ?? { url: "" });
    }
  }
  over = true;
  await acting;
  diary.faults.push(...rowsFaults(rows, diary, LIMITS), ...textFaults(rows, guests));
  await endAll({ house, diary, servers, guests, rows, pick, ...party });
  const trends = trendsOf(samples);
  const rising = Object.entries(trends).flatMap(([name, trend]) =>
    trend === null || trend.flat ? [] : [`${name} is not flat: it rose by ${trend.rise}`],
  );
  return { samples, trends, calls, counts: diary.counts, faults: [...diary.faults, ...rising] };
}

function trendsOf(samples: readonly Sample[]): SoakReport["trends"] {
  const trend = (name: keyof typeof BOUNDS): Trend | null =>
    trendOf(
      samples.map((sample) => sample[name]),
      BOUNDS[name],
    );
  return {
    residentMb: trend("residentMb"),
    descriptors: trend("descriptors"),
    walMb: trend("walMb"),
  };
}

function forgetOld({ answered, stays }: Diary): void {
  answered.splice(0, Math.max(0, answered.length - MOST_REMEMBERED));
  const over = [...stays.values()].filter(({ status }) => status !== "booked");
  for (const { id } of over.slice(0, Math.max(0, over.length - MOST_REMEMBERED))) stays.delete(id);
}
