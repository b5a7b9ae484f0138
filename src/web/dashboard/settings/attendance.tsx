/** @jsxImportSource hono/jsx */
import { Choice, Tick } from "../components/field.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import { idOf, NumberField, partState, SettingsForm } from "./settings-form.tsx";

const NUMBERS = [
  ["fromParty", "Ask parties from", "Smaller parties are not asked."],
  ["phoneRequiredFrom", "A phone is needed from", "Parties of this size give a phone number."],
  ["minLeadHours", "Only when booked this many hours ahead", "Who books later is not asked."],
  ["askHoursBefore", "Ask, hours before", "The first text."],
  [
    "remindHoursBefore",
    "Ask again, hours before",
    "The second text, to those who have not answered.",
  ],
  ["deadlineHoursBefore", "Deadline, hours before", "From then on silence counts as no answer."],
] as const;

/** Whether guests are asked if they come. */
export function AttendanceSection({ visit }: { readonly visit: DeskVisit }) {
  const { attendance } = visit.brand.settings;
  const form = partState(visit, "attendance");
  const name = (key: string): string => `settings.attendance.${key}`;
  return (
    <section class="card stack" aria-labelledby="attendance-title">
      <h2 id="attendance-title">Asking guests whether they come</h2>
      <SettingsForm
        visit={visit}
        form={form}
        fields={[...NUMBERS.map(([key]) => name(key)), name("onNoReply")]}
      >
        <Tick
          form={form}
          name={name("enabled")}
          id={idOf(name("enabled"))}
          label="Ask guests by text before they come"
          checked={attendance.enabled}
        />
        <div class="fields-auto">
          {NUMBERS.map(([key, label, hint]) => (
            <NumberField
              form={form}
              name={name(key)}
              label={label}
              hint={hint}
              value={attendance[key]}
            />
          ))}
        </div>
        <Choice
          form={form}
          name={name("onNoReply")}
          id={idOf(name("onNoReply"))}
          label="When nobody has answered by the deadline"
          value={attendance.onNoReply}
          options={[
            { value: "flag", label: "Keep the table, and mark it: somebody should call" },
            { value: "release", label: "Give the table back" },
          ]}
        />
      </SettingsForm>
    </section>
  );
}
