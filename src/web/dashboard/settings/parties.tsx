/** @jsxImportSource hono/jsx */
import { Choice } from "../components/field.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import { idOf, NumberField, partState, SettingsForm } from "./settings-form.tsx";

/** What large parties may do, and when tables may be booked at all. */
export function PartiesSection({ visit }: { readonly visit: DeskVisit }) {
  const { settings } = visit.brand;
  const large = partState(visit, "largeParty");
  const booking = partState(visit, "booking");
  const mode = "settings.largeParty.mode";
  return (
    <>
      <section class="card stack" aria-labelledby="large-title">
        <h2 id="large-title">Large parties</h2>
        <SettingsForm
          visit={visit}
          form={large}
          fields={["settings.largeParty.from", mode, "settings.largeParty.maxPartySize"]}
        >
          <NumberField
            form={large}
            name="settings.largeParty.from"
            label="A party is large from"
            value={settings.largeParty.from}
            hint="So many people, or more."
          />
          <Choice
            form={large}
            name={mode}
            id={idOf(mode)}
            label="What happens to it"
            value={settings.largeParty.mode}
            options={[
              { value: "refuse", label: "Refused: they have to call" },
              { value: "pending", label: "Becomes a request that a manager approves" },
              { value: "allow", label: "Booked like any other" },
            ]}
          />
          <NumberField
            form={large}
            name="settings.largeParty.maxPartySize"
            label="Largest party of all"
            value={settings.maxPartySize}
            hint="Empty: as many as there are seats."
          />
        </SettingsForm>
      </section>
      <section class="card stack" aria-labelledby="booking-title">
        <h2 id="booking-title">When tables may be booked</h2>
        <SettingsForm
          visit={visit}
          form={booking}
          fields={[
            "settings.booking.minNoticeMinutes",
            "settings.booking.bookingWindowDays",
            "settings.booking.noShowGraceMinutes",
          ]}
        >
          <NumberField
            form={booking}
            name="settings.booking.minNoticeMinutes"
            label="Notice, in minutes"
            value={settings.minNoticeMinutes}
            hint="How long before its start a table can still be booked. People at the door need none."
          />
          <NumberField
            form={booking}
            name="settings.booking.bookingWindowDays"
            label="Days ahead"
            value={settings.bookingWindowDays}
            hint="How far ahead tables can be booked. Empty: no limit."
          />
          <NumberField
            form={booking}
            name="settings.booking.noShowGraceMinutes"
            label="Minutes until a no-show"
            value={settings.noShowGraceMinutes}
            hint="How late guests may be before they can be marked as not having come."
          />
        </SettingsForm>
      </section>
    </>
  );
}
