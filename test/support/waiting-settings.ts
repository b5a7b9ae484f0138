// Changes that managers make to a restaurant's settings during an evening.
import type { BrandSettings } from "../../src/domain/settings.ts";
import { feedWidened } from "../../src/operations/waitlist/settings-widened.ts";
import { BRANDS, type Engine } from "./waiting-engine.ts";

/** Makes a random change, and describes it. */
export type StepOf = (engine: Engine, pick: (below: number) => number) => Promise<string>;

/** Picks a restaurant, usually the first. */
export const brandOf = (pick: (below: number) => number): string =>
  pick(5) === 0 ? BRANDS[1] : BRANDS[0];

/** Saves settings of a brand, as a manager does. */
const save = (engine: Engine, slug: string, changeOf: (before: BrandSettings) => object) =>
  engine.inBrand(slug, ({ brand: before, ...context }) => {
    const overrides = {
      ...context.stores.brands.overrides(slug),
      ...changeOf(before.settings),
    };
    context.stores.brands.update(slug, { overrides, now: engine.at });
    const brand = context.stores.brands.get(slug);
    if (brand !== null) feedWidened(before.settings, { ...context, brand });
  });

export const widen: StepOf = async (engine, pick) => {
  const large = pick(3) === 0;
  await save(engine, brandOf(pick), ({ seats }) =>
    large ? { largeParty: { from: 6, mode: "allow" } } : { seats: Math.min(12, (seats ?? 0) + 2) },
  );
  return "widen";
};

export const narrow: StepOf = async (engine, pick) => {
  // The product refuses settings in which the largest party or the pace exceeds the seats.
  await save(engine, brandOf(pick), ({ seats }) => ({ seats: Math.max(6, (seats ?? 0) - 2) }));
  return "narrow";
};

/** Closes the evening, or opens it again. */
export const close: StepOf = async (engine, pick) => {
  let what = "";
  await save(engine, brandOf(pick), ({ specialDays }) => {
    const closed = specialDays["2026-11-20"] !== undefined;
    what = closed ? "open" : "close";
    return { specialDays: closed ? {} : { "2026-11-20": { closed: true } } };
  });
  return what;
};

export const quieten: StepOf = async (engine, pick) => {
  let what = "";
  await save(engine, brandOf(pick), ({ quietHours }) => {
    const none = quietHours.from === quietHours.to;
    what = none ? "quiet" : "loud";
    return { quietHours: none ? { from: "21:30", to: "09:00" } : { from: "00:00", to: "00:00" } };
  });
  return what;
};

export const switchOff: StepOf = async (engine, pick) => {
  let what = "";
  await save(engine, brandOf(pick), ({ waitlist }) => {
    what = waitlist.enabled ? "waitlist off" : "waitlist on";
    return { waitlist: { enabled: !waitlist.enabled } };
  });
  return what;
};
