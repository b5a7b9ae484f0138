/** @jsxImportSource hono/jsx */
import { todayOf } from "../../../domain/calendar.ts";
import type { Limits } from "../../../domain/settings.ts";
import { isLocalDate } from "../../../domain/time.ts";
import { MOST_TURNS } from "../../../operations/desk/settings-form.ts";
import { Field } from "../components/field.tsx";
import type { PageProps } from "../desk-visit.ts";
import { Parts } from "./part.tsx";
import { CAPACITY, LIMITS } from "./parts.ts";
import { partState, SettingsForm } from "./settings-form.tsx";
import { WhatIf } from "./what-if.tsx";

const EMPTY_ROWS = 2;

export async function LimitsSection({ visit }: PageProps) {
  const { settings } = visit.brand;
  const query = visit.url.searchParams;
  const asked = query.get("day") ?? "";
  const date = isLocalDate(asked) ? asked : todayOf(settings, visit.now);
  const form = partState(visit, CAPACITY.part);
  const tried = LIMITS.map(({ key }) => {
    const name = `settings.limits.${key}`;
    return [
      key,
      query.get(name) ?? form.value(name, String(settings[key as keyof Limits] ?? "")),
    ] as const;
  });
  return (
    <>
      <Parts visit={visit} parts={[CAPACITY]} />
      {await WhatIf({ visit, date, tried: Object.fromEntries(tried) })}
      <Turns visit={visit} />
    </>
  );
}

function Turns({ visit }: PageProps) {
  const { turnMinutes } = visit.brand.settings;
  const form = partState(visit, "turns");
  const count = Math.min(MOST_TURNS, turnMinutes.length + EMPTY_ROWS);
  const rows = Array.from({ length: count }, (_, row) => `settings.turns.${row}`);
  return (
    <section class="card" aria-labelledby="turns-title">
      <h2 id="turns-title">How long parties stay</h2>
      <p class="soft">
        List small parties first. In the last row that you fill in, leave “Parties up to” empty:
        that row is for all larger parties. Rows without minutes are ignored.
      </p>
      <SettingsForm
        visit={visit}
        part="turns"
        form={form}
        fields={rows.flatMap((row) => [`${row}.upTo`, `${row}.minutes`])}
      >
        {rows.map((row, index) => {
          const { upTo, minutes } = turnMinutes[index] ?? {};
          const field = { form, inputmode: "numeric" } as const;
          return (
            <div class="fields-pair">
              <Field {...field} name={`${row}.upTo`} label="Parties up to" value={upTo} />
              <Field {...field} name={`${row}.minutes`} label="Minutes" value={minutes} />
            </div>
          );
        })}
      </SettingsForm>
    </section>
  );
}
