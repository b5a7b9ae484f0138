/** @jsxImportSource hono/jsx */
import { leavesAt } from "../../../domain/occupancy.ts";
import { shownPhone } from "../../../domain/phone-text.ts";
import { clockTime } from "../../../domain/time.ts";
import { changeContact } from "../../../operations/desk/change-contact.ts";
import type { CardMessage, ReservationCard } from "../../../operations/desk/reservation-card.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { ATTENDANCE_WORDS, FLAG_WORDS, SOURCE_WORDS } from "../../../words/en/host/labels.ts";
import { people } from "../../../words/en/phrases.ts";
import { Badge, NoShows, StatusBadge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Fact } from "../components/fact.tsx";
import { Field } from "../components/field.tsx";
import { isWithoutGateway } from "../components/no-gateway.tsx";
import { PhoneField } from "../components/phone-field.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";

type Props = PageProps<{ card: ReservationCard }>;

export function RecordHead({ visit, card: { reservation, noShows } }: Props) {
  const { name, numberOfPeople, date, timestamp, endTimestamp, serviceDate, service } = reservation;
  const { status, flags, seatedAt } = reservation;
  const stay = { startAt: timestamp, endAt: endTimestamp, seatedAt };
  const until = status === "seated" ? leavesAt(stay) : endTimestamp;
  const zone = visit.brand.settings.timeZone;
  return (
    <header class="record-head">
      <a class="soft" href={at(visit, `?date=${serviceDate}`)}>
        ← Day sheet
      </a>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p class="when">
        <strong>{clockTime(timestamp, zone)}</strong>
        <span>{people(numberOfPeople)}</span>
        <span class="soft">{`until ${clockTime(until, zone)}`}</span>
        <span>{service === null ? date : `${date}, ${service}`}</span>
      </p>
      <p class="line">
        <StatusBadge status={status} drawn />
        {flags.map((flag) => (
          <Badge tone={flag === "over_limit" ? "stop" : "plain"}>{FLAG_WORDS[flag]}</Badge>
        ))}
        <NoShows count={noShows} />
      </p>
    </header>
  );
}

const isSentAsk = ({ kind, state }: CardMessage): boolean =>
  kind === "attendance_ask" && ["sending", "accepted", "delivered", "unknown"].includes(state);

export function Facts({ visit, card: { reservation, messages } }: Props) {
  const { phone, email, attendance, notifyCustomer, source, arrivedAt, seatedAt, flags } =
    reservation;
  const { timeZone, defaultCountry } = visit.brand.settings;
  const clock = (instant: number): string => clockTime(instant, timeZone);
  return (
    <section class="card stack" aria-labelledby="guest-head">
      <h2 id="guest-head">Guest</h2>
      <dl class="facts">
        <Fact name="Phone">
          {phone === null ? (
            "none"
          ) : (
            <a href={`tel:${phone}`}>{shownPhone(phone, defaultCountry)}</a>
          )}
        </Fact>
        {email !== null && (
          <Fact name="E-mail">
            <bdi>{email}</bdi>
          </Fact>
        )}
        <Fact name="Attendance">
          {attendance === "pending" && !messages.some(isSentAsk)
            ? "not asked yet"
            : ATTENDANCE_WORDS[attendance]}
        </Fact>
        <Fact name="Texts">
          {!notifyCustomer
            ? "none, except a cancellation"
            : isWithoutGateway(visit)
              ? "not sent"
              : flags.includes("sms_off")
                ? "off for this phone"
                : "yes"}
        </Fact>
        <Fact name="Booked through">{SOURCE_WORDS[source]}</Fact>
        <Tables visit={visit} reservation={reservation} />
        {arrivedAt !== null && <Fact name="Arrived">{clock(arrivedAt)}</Fact>}
        {seatedAt !== null && <Fact name="Seated">{clock(seatedAt)}</Fact>}
      </dl>
      <Contact visit={visit} reservation={reservation} />
    </section>
  );
}

function Tables({
  visit,
  reservation,
}: PageProps<{ reservation: ReservationCard["reservation"] }>) {
  const { id, tables, area, tablePinned, flags } = reservation;
  const lacks = flags.includes("no_table");
  if (tables.length === 0 && !lacks) return null;
  return (
    <Fact name="Table">
      <a href={at(visit, `/floor?date=${reservation.serviceDate}&party=${id}#party`)}>
        {lacks ? "No table" : tablesNamed(tables)}
      </a>
      {area !== null && (
        <>
          , <bdi>{area}</bdi>
        </>
      )}
      {tablePinned && ", pinned by hand"}
    </Fact>
  );
}

function Contact({
  visit,
  reservation,
}: PageProps<{ reservation: ReservationCard["reservation"] }>) {
  const form = formState(visit, changeContact.name);
  const { name, phone, email, id, revision } = reservation;
  const shown = phone === null ? "" : shownPhone(phone, visit.brand.settings.defaultCountry);
  return (
    <details class="fold" open={form.refused !== null}>
      <summary>Edit name or contact</summary>
      <OperationForm
        visit={visit}
        form={form}
        own={["name", "phone", "email"]}
        id={id}
        revision={revision}
        class="stack"
      >
        <Field form={form} name="name" label="Name" value={name} required maxlength={120} />
        <PhoneField visit={visit} form={form} value={shown} />
        <Field form={form} name="email" label="E-mail" type="email" value={email} maxlength={254} />
        <Button look="quiet">Save contact</Button>
      </OperationForm>
    </details>
  );
}
