/** @jsxImportSource hono/jsx */
import { Tick } from "../components/field.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import { idOf, partState, SettingsForm } from "./settings-form.tsx";

/** Whether freed tables are offered by themselves. */
export function WaitlistSection({ visit }: { readonly visit: DeskVisit }) {
  const { waitlist } = visit.brand.settings;
  const form = partState(visit, "waitlist");
  const name = (key: string): string => `settings.waitlist.${key}`;
  return (
    <section class="card stack" aria-labelledby="waitlist-title">
      <h2 id="waitlist-title">Waitlist</h2>
      <SettingsForm visit={visit} form={form} fields={[]}>
        <Tick
          form={form}
          name={name("enabled")}
          id={idOf(name("enabled"))}
          label="Offer freed tables to waiting guests by text"
          checked={waitlist.enabled}
        />
        <Tick
          form={form}
          name={name("onEarlyCompletion")}
          id={idOf(name("onEarlyCompletion"))}
          label="Also when a party leaves earlier than planned"
          checked={waitlist.onEarlyCompletion}
        />
      </SettingsForm>
    </section>
  );
}
