/** @jsxImportSource hono/jsx */
import { todayOf } from "../../../domain/calendar.ts";
import { clockTime, displayTime, MINUTE } from "../../../domain/time.ts";
import { checkAvailability } from "../../../operations/check-availability.ts";
import { seatWalkIn } from "../../../operations/desk/seat-walk-in.ts";
import { type WalkInTables, walkInTables } from "../../../operations/desk/walk-in-tables.ts";
import { doorWaits } from "../../../operations/door/door-waits.ts";
import { tablesNamed } from "../../../words/en/host/floor.ts";
import { waitSentence } from "../../../words/en/host/waitlist.ts";
import { people } from "../../../words/en/phrases.ts";
import { OverrideBox } from "../book/override-box.tsx";
import { OperationForm } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { type FormState, formState } from "../form-state.ts";
import { AddAtDoor } from "../waitlist/door.tsx";

const MOST_PLACES = 12;
const FULL = /_FULL$|^HELD_/;

export async function walkInPanel({ visit, size }: PageProps<{ size: number }>) {
  const found =
    visit.brand.settings.tables.mode === "off"
      ? null
      : await read(visit, walkInTables, { numberOfPeople: size });
  const form = formState(visit, seatWalkIn.name);
  const isFull = form.refused === null ? found?.places.length === 0 : FULL.test(form.refused.code);
  const { open, waits, ahead } = await read(visit, doorWaits, { numberOfPeople: size });
  return (
    <section class="card stack" id="walk-in-tables" aria-labelledby="walk-in-title">
      <div class="line">
        <h2 id="walk-in-title">{`Walk-in, ${people(size)}`}</h2>
        <a class="b quiet square" href={at(visit)} aria-label="Close">
          <Icon name="close" />
        </a>
      </div>
      {form.refused !== null && (
        <Reasons reasons={form.refused.reasons.filter(({ parameter }) => parameter !== "pin")} />
      )}
      {found !== null && found.places.length === 0 && (
        <NoPlace visit={visit} size={size} wait={found.wait} />
      )}
      {isFull && open && <p class="door-wait">{waitSentence(waits[0]?.minutes ?? null, ahead)}</p>}
      {found !== null && <Places visit={visit} size={size} places={found.places} />}
      {isFull && open ? (
        <AddAtDoor visit={visit} size={size} back={at(visit)} />
      ) : (
        found !== null && open && <DoorLink visit={visit} size={size} />
      )}
      <OtherTimes
        visit={visit}
        size={size}
        next={await nextStart(visit, size, found?.wait ?? null)}
        form={form}
      />
      {(isFull || form.refused !== null) && <Anyway visit={visit} size={size} form={form} />}
    </section>
  );
}

const Places = ({
  visit,
  size,
  places,
}: PageProps<{ size: number; places: WalkInTables["places"] }>) => (
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
            {freeUntil === null
              ? "Free"
              : `Free until ${clockTime(freeUntil, visit.brand.settings.timeZone)}`}
          </span>
        </span>
      </li>
    ))}
  </ul>
);

/** For a party that prefers to wait for another table, although one is free. */
const DoorLink = ({ visit, size }: PageProps<{ size: number }>) => (
  <p>
    <a class="b quiet" href={at(visit, `/waitlist?numberOfPeople=${size}#door`)}>
      <Icon name="waitlist" /> Add to the door list
    </a>
  </p>
);

function NoPlace({ visit, size, wait }: PageProps<{ size: number; wait: WalkInTables["wait"] }>) {
  if (wait === null) return <p>{`No table is large enough for ${people(size)}.`}</p>;
  const zone = visit.brand.settings.timeZone;
  return (
    <p>
      <strong>No table is free. </strong>
      {`Next: ${tablesNamed(wait.tables)}`}
      {wait.leaves !== null && (
        <>
          , <bdi>{wait.leaves}</bdi>
        </>
      )}
      {wait.overdueSince === null
        ? `, ${wait.leaves === null ? "free at" : "due to leave at"} ${clockTime(wait.at, zone)}.`
        : `, who should have left at ${clockTime(wait.overdueSince, zone)}.`}
    </p>
  );
}

/** The instant at which the next table comes free. Null if none does, or if that time cannot be booked. */
async function nextStart(
  visit: DeskVisit,
  numberOfPeople: number,
  wait: WalkInTables["wait"],
): Promise<number | null> {
  if (wait === null) return null;
  const { settings } = visit.brand;
  const start = Math.ceil(wait.at / MINUTE) * MINUTE;
  const time = displayTime(start, settings.timeZone);
  const wish = { date: todayOf(settings, start), time, numberOfPeople };
  const [slot] = (await read(visit, checkAvailability, wish)).slots;
  return slot?.timestamp === start && slot.reasons.length === 0 ? start : null;
}

/** Shows only times of today, because a party at the door wants to eat today. */
function OtherTimes({
  visit,
  size,
  next,
  form: { suggestions },
}: PageProps<{ size: number; next: number | null; form: FormState }>) {
  const { settings } = visit.brand;
  const today = todayOf(settings, visit.now);
  const starts = new Set([
    ...(next === null ? [] : [next]),
    ...suggestions.map(({ timestamp }) => timestamp),
  ]);
  const tonight = [...starts].filter((start) => todayOf(settings, start) === today);
  if (tonight.length === 0) return null;
  return (
    <p class="line">
      {tonight.map((start) => (
        <a class="b quiet" href={bookAt(visit, size, start)}>
          <Icon name="book" /> Book {clockTime(start, settings.timeZone)}
        </a>
      ))}
    </p>
  );
}

const Anyway = ({ visit, size, form }: PageProps<{ size: number; form: FormState }>) => (
  <OperationForm visit={visit} operation={seatWalkIn.name} formId="walk-in-anyway" back={at(visit)}>
    <input type="hidden" name="numberOfPeople" value={String(size)} />
    {(form.typed?.getAll("tables") ?? []).map((name) => (
      <input type="hidden" name="tables" value={name} />
    ))}
    <OverrideBox
      visit={visit}
      form={form}
      error={form.refused ?? { reasons: [] }}
      submit="Seat anyway"
    />
  </OperationForm>
);

function bookAt(visit: DeskVisit, size: number, start: number): string {
  const query = new URLSearchParams({ numberOfPeople: String(size), timestamp: String(start) });
  return at(visit, `/book?${query.toString()}`);
}
