import { troubledTexts } from "../../../operations/desk/troubled-texts.ts";
import { type DashboardParts, type DeskVisit, read } from "../desk-visit.ts";
import { readFacts } from "./instance-facts.ts";
import { judge, worst } from "./judge.ts";
import type { State } from "./verdict.ts";

export interface HealthWatch {
  needsActing(visit: Pick<DeskVisit, "desk" | "caller" | "brand">): Promise<boolean>;
}

const KEPT_MS = 15_000;

export function createHealthWatch({ instance }: Pick<DashboardParts, "instance">): HealthWatch {
  const kept = new Map<string, { readonly acting: boolean; readonly until: number }>();
  return {
    async needsActing(visit) {
      const now = instance.systemClock();
      const { slug } = visit.brand;
      const known = kept.get(slug);
      if (known !== undefined && now < known.until && known.until <= now + KEPT_MS) {
        return known.acting;
      }
      const { texts } = await read(visit, troubledTexts);
      const states: State[] = judge(readFacts(visit.desk), visit.brand.settings.timeZone).map(
        ({ state }) => state,
      );
      const acting = worst(states) === "act" || texts.some(({ mendable }) => mendable);
      kept.set(slug, { acting, until: now + KEPT_MS });
      return acting;
    },
  };
}
