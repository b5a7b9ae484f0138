/** @jsxImportSource hono/jsx */

import { DEFAULT_LANGUAGE } from "../../../domain/languages.ts";
import { type Brand, SETTINGS_DEFAULTS } from "../../../domain/settings.ts";
import { CsrfField } from "../../csrf-field.tsx";
import { languageOf } from "../../guest/closed-pages.tsx";
import { Button, ButtonLink } from "../components/button.tsx";
import { Days } from "../components/days.tsx";
import { Choice, Field } from "../components/field.tsx";
import { Reasons } from "../components/reason.tsx";
import { ServiceHours } from "../components/service-hours.tsx";
import type { FormState } from "../form-state.ts";
import { COUNTRIES, countryOfZone, GUEST_LANGUAGES, ZONES_ID, Zones } from "../places.tsx";

const FIELDS = [
  "name",
  "slug",
  "timeZone",
  "defaultCountry",
  "language",
  "seats",
  "service.name",
  "service.days",
  "service.opens",
  "service.lastSeating",
  "service.closes",
  "contact.phone",
  "contact.address",
  "contact.website",
  "contact.line",
];

interface Props {
  readonly form: FormState;
  readonly csrf: string;
  readonly request: Request;
  readonly sister: Brand | null;
  readonly origin: string;
}

export function RestaurantForm({ form, csrf, request, sister, origin }: Props) {
  const others = form.others(...FIELDS);
  return (
    <>
      <h1>{sister === null ? "Your restaurant" : "Another restaurant"}</h1>
      <p class="soft">
        This takes a minute. You can change everything later except the short name.
      </p>
      <form
        method="post"
        class="set-up-form"
        data-set-up={form.typed !== null ? "typed" : sister === null ? "fresh" : "sister"}
      >
        <CsrfField token={csrf} />
        <input type="hidden" name="idempotencyKey" value={form.key} />
        {form.refused !== null && (
          <p class="notice" role="alert">
            {others.length === 0 ? "Please correct the marked fields." : "Please correct this:"}
          </p>
        )}
        {form.refused === null && form.typed !== null && (
          <p class="soft" role="status">
            You were signed out when you sent this form, so nothing has happened yet. Check it, then
            send it.
          </p>
        )}
        {others.length > 0 && <Reasons reasons={others} />}
        <Called form={form} origin={origin} />
        <Place form={form} {...guessedPlace(request, sister)} />
        <FirstService form={form} />
        <ForGuests form={form} />
        <Zones />
        <div class="line">
          <Button>{sister === null ? "Open the desk" : "Add the restaurant"}</Button>
          {sister !== null && <ButtonLink href={`/b/${sister.slug}`}>Cancel</ButtonLink>}
        </div>
      </form>
    </>
  );
}

const Called = ({ form, origin }: Pick<Props, "form" | "origin">) => (
  <section class="card" aria-labelledby="called-title">
    <h2 id="called-title">The restaurant</h2>
    <Field
      form={form}
      name="name"
      label="Name"
      hint="The name that guests know. Shown in every text to guests."
      autocomplete="organization"
      maxlength={120}
      autofocus={form.refused === null}
      required
    />
    <Field
      form={form}
      name="slug"
      label="Short name"
      hint={`Used in addresses, such as ${origin}/b/chez-ana, and by programs. If you leave it empty, it is made from the name. Cannot be changed later.`}
      placeholder="chez-ana"
      maxlength={64}
    />
  </section>
);

const ForGuests = ({ form }: Pick<Props, "form">) => (
  <section class="card" aria-labelledby="contact-title">
    <h2 id="contact-title">Contact for guests (optional)</h2>
    <Field
      form={form}
      name="contact.phone"
      label="Phone"
      type="tel"
      hint="Shown on guests' pages, and in texts that ask for a call."
    />
    <Field form={form} name="contact.address" label="Address" maxlength={200} />
    <Field form={form} name="contact.website" label="Website" hint="Begins with https://" />
    <Field
      form={form}
      name="contact.line"
      label="A note for guests"
      hint="One line, for example where to park."
      maxlength={160}
    />
  </section>
);

interface Where {
  readonly zone: string;
  readonly country: string;
  readonly language: string;
}

function guessedPlace(request: Request, sister: Brand | null): Where {
  if (sister !== null) {
    const { timeZone, defaultCountry, language = DEFAULT_LANGUAGE } = sister.settings;
    return { zone: timeZone, country: defaultCountry, language };
  }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // Servers are often set to UTC, which is no restaurant's zone.
  const zone = timeZone.includes("/") && !timeZone.startsWith("Etc/") ? timeZone : "";
  const region = /^[a-z]{2,3}-([A-Z]{2})\b/.exec(request.headers.get("accept-language") ?? "")?.[1];
  const spoken = COUNTRIES.find(({ value }) => value === region)?.value ?? "";
  return { zone, country: countryOfZone(zone) ?? spoken, language: languageOf(request) };
}

const Place = ({ form, zone, country, language }: Pick<Props, "form"> & Where) => (
  <section class="card" aria-labelledby="place-title">
    <h2 id="place-title">Place and seats</h2>
    <Field
      form={form}
      name="timeZone"
      label="Time zone"
      hint="Your city, such as New York, or the largest city nearby. You can also search by country."
      value={zone}
      placeholder="New York"
      list={ZONES_ID}
      required
    />
    <p class="clock" data-clock role="status"></p>
    <Choice
      form={form}
      name="defaultCountry"
      label="Country of phones"
      hint="Guests' numbers without a country code are read as numbers of this country."
      value={country}
      options={[{ value: "", label: "Choose a country" }, ...COUNTRIES]}
      required
    />
    <Choice
      form={form}
      name="language"
      label="Language for guests"
      hint="Used in texts and on guests' pages."
      value={language}
      options={GUEST_LANGUAGES}
    />
    <Field
      form={form}
      name="seats"
      label="Seats"
      hint="Maximum guests at one time."
      value={SETTINGS_DEFAULTS.seats}
      inputmode="numeric"
      required
    />
  </section>
);

const FirstService = ({ form }: Pick<Props, "form">) => {
  const [usual] = SETTINGS_DEFAULTS.services;
  return (
    <section class="card" aria-labelledby="service-title">
      <h2 id="service-title">When guests come</h2>
      <Field
        form={form}
        name="service.name"
        label="Service"
        hint="Your main meal. Add others in the settings."
        value={usual?.name ?? ""}
        maxlength={60}
        required
      />
      <Days form={form} name="service.days" days={usual?.days ?? []} />
      <ServiceHours form={form} row="service" service={usual} required />
      <p class="soft small">
        If the last seating or the closing time is earlier than the opening time, it is on the next
        day. Parties of up to two keep their table for 90 minutes, up to four for 105, larger
        parties longer. You can change these times in the settings.
      </p>
    </section>
  );
};
