/** @jsxImportSource hono/jsx */
import { todayOf } from "../../../domain/calendar.ts";
import { isLocalDate } from "../../../domain/time.ts";
import { MOST_TURNS } from "../../../operations/desk/settings-form.ts";
import type { PageProps } from "../desk-visit.ts";
import { type Part, Parts } from "./part.tsx";
import { NumberField, partState, SettingsForm } from "./settings-form.tsx";
import { WhatIf } from "./what-if.tsx";

const LIMITS = [
  ["seats", "Seats", "Maximum guests at one time. Leave empty for no limit."],
  ["overbookCovers", "Overbook by", "Guests accepted above the number of seats."],
  [
    "paceCovers",
    "Guests per slot",
    "Maximum guests starting in one slot. Leave empty for no limit.",
  ],
  [
    "paceParties",
    "Parties per slot",
    "Maximum parties starting in one slot. Leave empty for no limit.",
  ],
  ["slotMinutes", "Slot, in minutes", "Times are offered this many minutes apart."],
  [
    "maxPartiesPresent",
    "Parties present",
    "Maximum parties at one time. Leave empty for no limit.",
  ],
] as const;
const EMPTY_ROWS = 2;

const CAPACITY: Part = {
  part: "limits",
  title: "Capacity",
  fields: [
    LIMITS.map(([key, label, hint]) => ({
      kind: "number",
      key,
      label,
      hint,
      now: (settings) => settings[key],
    })),
    {
      kind: "number",
      key: "bufferMinutes",
      label: "Minutes between two parties",
      hint: "Kept free after each stay to clear the table. Existing reservations do not change.",
      now: ({ bufferMinutes }) => bufferMinutes,
    },
  ],
};

/** How many guests the house takes, with a picture of what other numbers would do to a day. */
export async function LimitsSection({ visit }: PageProps) {
  const { settings } = visit.brand;
  const query = visit.url.searchParams;
  const asked = query.get("day") ?? "";
  const date = isLocalDate(asked) ? asked : todayOf(settings, visit.now);
  const form = partState(visit, CAPACITY.part);
  const tried = (key: (typeof LIMITS)[number][0]): string => {
    const name = `settings.limits.${key}`;
    return query.get(name) ?? form.value(name, settings[key]);
  };
  const shown = Object.fromEntries(LIMITS.map(([key]) => [key, tried(key)]));
  return (
    <>
      <Parts visit={visit} parts={[CAPACITY]} />
      {await WhatIf({ visit, date, tried: shown })}
      <Turns visit={visit} />
    </>
  );
}

/** How long parties stay, by their size. */
function Turns({ visit }: PageProps) {
  const { turnMinutes } = visit.brand.settings;
  const form = partState(visit, "turns");
  const count = Math.min(MOST_TURNS, turnMinutes.length + EMPTY_ROWS);
  const names = Array.from({ length: count }, (_, row) => [
    `settings.turns.${row}.upTo`,
    `settings.turns.${row}.minutes`,
  ]);
  return (
    <section class="card" aria-labelledby="turns-title">
      <h2 id="turns-title">How long parties stay</h2>
      <p class="soft">
        From small to large parties. The last row has no size: it applies to all larger parties.
      </p>
      <SettingsForm visit={visit} part="turns" form={form} fields={names.flat()}>
        {names.map(([upTo = "", minutes = ""], row) => (
          <div class="fields-pair">
            <NumberField
              form={form}
              name={upTo}
              label="Parties up to"
              value={turnMinutes[row]?.upTo}
            />
            <NumberField
              form={form}
              name={minutes}
              label="Minutes"
              value={turnMinutes[row]?.minutes}
            />
          </div>
        ))}
      </SettingsForm>
    </section>
  );
}
