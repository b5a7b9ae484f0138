/** @jsxImportSource hono/jsx */
import type { FloorPlan } from "../../../domain/floor-plan.ts";
import { formatTime } from "../../../domain/local-date.ts";
import { largestParty, seatedAtOnce, seatedInService } from "../../../domain/seating/at-once.ts";
import { type BrandSettings, turnMinutesFor } from "../../../domain/settings.ts";
import type { PageProps } from "../desk-visit.ts";

export const WhatFits = ({ visit, plan }: PageProps<{ plan: FloorPlan }>) => (
  <section class="card stack" aria-labelledby="fits-title">
    <h2 id="fits-title">What your tables seat at one time</h2>
    <ul class="what-fits">
      {seatedAtOnce(plan).map(({ size, parties, joined }) => (
        <li>
          <strong>{parties}</strong> {parties === 1 ? "party" : "parties"} of {size}
          {joined > 0 && (
            <span class="soft small">{`, ${joined} of them at tables pushed together`}</span>
          )}
        </li>
      ))}
    </ul>
    <p class="soft">
      Each line assumes that all parties have this size. The largest possible party is{" "}
      {largestParty(plan)}. The limits per slot and on parties present still apply.
    </p>
    <ul class="what-fits">
      {visit.brand.settings.services.map((service) => (
        <li>
          <bdi>{service.name}</bdi>, {formatTime(service.opens)} to{" "}
          {formatTime(service.lastSeating)}: at most{" "}
          <strong>{mostIn(service, plan, visit.brand.settings)}</strong> guests, if every table is
          full and taken again as soon as it is free
        </li>
      ))}
    </ul>
  </section>
);

const mostIn = (
  { opens, lastSeating }: BrandSettings["services"][number],
  plan: FloorPlan,
  settings: BrandSettings,
): number => {
  const minutesFor = (size: number): number =>
    turnMinutesFor(settings, size) + settings.bufferMinutes;
  return seatedInService(plan, { opens, lastSeating, minutesFor });
};
