import type { ShownOnce } from "../shown-once.ts";
import type { Visitor } from "../visitor.ts";
import type { DashboardParts } from "./desk-visit.ts";
import type { Events } from "./events.ts";
import type { Flashes } from "./flashes.ts";
import type { HealthWatch } from "./health/watch.ts";
import type { FormSender, Resubmissions } from "./resubmission.ts";

export type Sender = Visitor & Pick<FormSender, "address">;

export interface Shared {
  readonly desk: DashboardParts;
  readonly events: Events;
  readonly flashes: Flashes;
  readonly kept: Resubmissions;
  readonly secrets: ShownOnce;
  readonly health: HealthWatch;
}

export const PATH = /^\/b\/([a-z0-9-]{1,64})(\/.*)?$/;

export const purposeOf = (brand: string): string => `desk ${brand}`;

export const signInFor = (path: string): string => `/sign-in?next=${encodeURIComponent(path)}`;
