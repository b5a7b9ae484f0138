/** @jsxImportSource hono/jsx */
import { todayOf } from "../../../domain/calendar.ts";
import { clockTime, MINUTE, timeOf } from "../../../domain/time.ts";
import { addGuest } from "../../../operations/desk/add-guest.ts";
import { seatWalkIn } from "../../../operations/desk/seat-walk-in.ts";
import type { WalkInTables as Found } from "../../../operations/desk/walk-in-tables.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { people } from "../../../words/en/phrases.ts";
import { OverrideBox } from "../book/override-box.tsx";
import { AreaChoice } from "../components/area-choice.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Icon } from "../components/icon.tsx";
import { PhoneField } from "../components/phone-field.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { proposedTime } from "../waitlist/proposed-time.ts";

/** Walk-ins are rarely larger; larger parties are booked by hand. */
const MOST = 8;
/** As many places as a host would look through. */
const MOST_PLACES = 12;
/** Refusals that waiting can solve. */
const FULL = /_FULL$|^HELD_/;

/** A party at the door in two taps: "Walk-in", then how many. */
export function WalkIn({ visit }: PageProps) {
  const form = formState(visit, seatWalkIn.name);
  const sizes = Array.from({ length: MOST }, (_, index) => String(index + 1));
  return (
    <details class="menu walk-in" data-closes id="walk-in">
      <summary class="b main" data-key="w">
        Walk-in
      </summary>
      <div class="panel">
        {visit.brand.settings.tables.mode === "off" ? (
          <OperationForm visit={visit} form={form}>
            <p id="walk-in-label">How many? They are seated now.</p>
            <fieldset class="sizes" aria-labelledby="walk-in-label">
              {sizes.map((size) => (
                <button type="submit" class="b quiet" name="numberOfPeople" value={size}>
                  {size}
                </button>
              ))}
            </fieldset>
          </OperationForm>
        ) : (
          <>
            <p id="walk-in-label">How many? The free tables are shown.</p>
            <ul class="sizes" aria-labelledby="walk-in-label">
              {sizes.map((size) => (
                <li>
                  <a class="b quiet" href={`${at(visit, `?walkIn=${size}`)}#walk-in-tables`}>
                    {size}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </details>
  );
}

/** The size of the party at the door, according to the address; null: none. */
export function sizeAtDoor(visit: DeskVisit): number | null {
  const size = Number(visit.url.searchParams.get("walkIn"));
  const counts = Number.isInteger(size) && size > 0 && size <= MOST;
  return counts && visit.brand.settings.tables.mode !== "off" ? size : null;
}

/** The tables for a party at the door, each with how long it is free; or the wait. */
export function WalkInTables({
  visit,
  size,
  found: { places, wait },
}: PageProps<{ size: number; found: Found }>) {
  const zone = visit.brand.settings.timeZone;
  return (
    <section class="card stack" id="walk-in-tables" aria-labelledby="walk-in-title">
      <div class="line">
        <h2 id="walk-in-title">{`Walk-in, ${people(size)}`}</h2>
        <a class="b quiet square" href={at(visit)} aria-label="Close">
          <Icon name="close" />
        </a>
      </div>
      {places.length === 0 && <NoPlace visit={visit} size={size} wait={wait} />}
      <ul class="places-for">
        {places.slice(0, MOST_PLACES).map(({ tables, freeUntil, suffices }, index) => (
          <li>
            <OperationForm
              visit={visit}
              operation={seatWalkIn.name}
              formId={`walk-in-${tables.join("-")}`}
              back={at(visit)}
            >
              <input type="hidden" name="numberOfPeople" value={String(size)} />
              {tables.map((name) => (
                <input type="hidden" name="tables" value={name} />
              ))}
              <button type="submit" class={index === 0 && suffices ? "b next" : "b quiet"}>
                {tablesNamed(tables)}
              </button>
            </OperationForm>
            <span class={suffices ? "soft small" : "small t-late"}>
              <span class={suffices ? undefined : "mark"}>
                {freeUntil === null ? "Free" : `Free until ${clockTime(freeUntil, zone)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p>
        <DoorLink visit={visit} size={String(size)} />
      </p>
    </section>
  );
}

const DoorLink = ({ visit, size }: PageProps<{ size: string }>) => (
  <a class="b quiet" href={at(visit, `/waitlist?numberOfPeople=${size}#door`)}>
    <Icon name="waitlist" /> Waits at the door
  </a>
);

/** The wait, and a place on tonight's list. */
function NoPlace({ visit, size, wait }: PageProps<{ size: number; wait: Found["wait"] }>) {
  if (wait === null) return <p>{`No table is large enough for ${people(size)}.`}</p>;
  const { settings } = visit.brand;
  const zone = settings.timeZone;
  const today = todayOf(settings, visit.now);
  const time = proposedTime(settings, today, wait.at);
  const minutes = Math.max(1, Math.ceil((wait.at - visit.now) / MINUTE));
  return (
    <>
      <p>
        <strong>No table is free. </strong>
        {wait.overdueSince === null ? `About ${minutes} min: ` : "The next one: "}
        {tablesNamed(wait.tables)}
        {wait.leaves !== null && (
          <>
            , <bdi>{wait.leaves}</bdi>
          </>
        )}
        {wait.overdueSince === null
          ? `, due to leave ${clockTime(wait.at, zone)}.`
          : `, who should have left at ${clockTime(wait.overdueSince, zone)}.`}
      </p>
      {time !== "" && <Waits visit={visit} size={size} date={today} time={time} />}
      <p>
        <a class="b quiet" href={bookAt(visit, String(size), wait.at)}>
          <Icon name="book" /> {clockTime(wait.at, zone)}
        </a>
      </p>
    </>
  );
}

/** A place on tonight's list, from now until an hour after a table is expected to be free. */
function Waits({
  visit,
  size,
  date,
  time,
}: PageProps<{ size: number; date: string; time: string }>) {
  const form = formState(visit, addGuest.name);
  const { timeZone } = visit.brand.settings;
  const wish = { numberOfPeople: size, date, time, earliestTime: timeOf(visit.now, timeZone) };
  return (
    <OperationForm visit={visit} form={form} own={["name", "phone", "area"]} formId="walk-in-waits">
      {Object.entries(wish).map(([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ))}
      <div class="choose">
        <Field form={form} name="name" label="Name" maxlength={120} required />
        <PhoneField visit={visit} form={form} required />
        <AreaChoice visit={visit} form={form} />
        <Button look="quiet">Add to the waitlist</Button>
      </div>
    </OperationForm>
  );
}

/**
 * Why a walk-in was not seated, and what else there is tonight: free times, and the waitlist. Only
 * today's times, because nobody at the door comes for another day.
 */
export function WalkInRefused({ visit }: PageProps) {
  const form = formState(visit, seatWalkIn.name);
  if (form.refused === null) return null;
  const size = form.value("numberOfPeople");
  const { settings } = visit.brand;
  const today = todayOf(settings, visit.now);
  const tonight = form.suggestions.filter(
    ({ timestamp }) => todayOf(settings, timestamp) === today,
  );
  const full = FULL.test(form.refused.code);
  const tables = form.typed?.getAll("tables") ?? [];
  return (
    <Reasons reasons={form.refused.reasons.filter(({ parameter }) => parameter !== "pin")}>
      {(full || tonight.length > 0) && (
        <p class="line">
          {tonight.map(({ time, timestamp }) => (
            <a class="b quiet" href={bookAt(visit, size, timestamp)}>
              <Icon name="book" /> {time}
            </a>
          ))}
          {full && <DoorLink visit={visit} size={size} />}
        </p>
      )}
      <OperationForm visit={visit} operation={seatWalkIn.name} formId="walk-in-anyway">
        <input type="hidden" name="numberOfPeople" value={size} />
        {tables.map((name) => (
          <input type="hidden" name="tables" value={name} />
        ))}
        <OverrideBox visit={visit} form={form} error={form.refused} submit="Seat anyway" />
      </OperationForm>
    </Reasons>
  );
}

function bookAt(visit: DeskVisit, numberOfPeople: string, timestamp: number): string {
  const query = new URLSearchParams({ numberOfPeople, timestamp: String(timestamp) });
  return at(visit, `/book?${query.toString()}`);
}
