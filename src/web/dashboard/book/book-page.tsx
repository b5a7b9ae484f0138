/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { ErrorCode } from "../../../domain/errors.ts";
import { NOTE_FIELDS } from "../../../domain/reservation.ts";
import { formatTime } from "../../../domain/time.ts";
import { bookTable } from "../../../operations/desk/book-table.ts";
import { people } from "../../../words/en/phrases.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskPage, type PageProps } from "../desk-visit.ts";
import { type FormState, formState } from "../form-state.ts";
import { PageHead } from "../shell.tsx";
import { bookPath, ChooseAgain, ChooseForm } from "./choose-form.tsx";
import { GuestFields } from "./guest-fields.tsx";
import { knownGuests } from "./known-guests.tsx";
import { OverrideBox } from "./override-box.tsx";
import { RefusedHere } from "./refused-here.tsx";
import { BOOKING_FORM, SlotStrip, shortDay } from "./slot-strip.tsx";
import { type SlotStrip as Strip, slotsFor } from "./slots.ts";
import { takenOver } from "./take-over.ts";
import { type Wish, wishOf } from "./wish.ts";

const OWN_FIELDS = [
  "name",
  "phone",
  "email",
  "area",
  "timestamp",
  "time",
  "overrideReason",
  ...NOTE_FIELDS,
] as const;

export const bookPage: DeskPage = {
  path: "/book",
  // Without scripts, the buttons that look up times or guests send the whole form, to keep what was typed.
  submit: async (visit, typed) => ({
    ok: "again",
    again: { operation: bookTable.name, typed: await takenOver(visit, typed) },
  }),
  async show(visit) {
    const form = formState(visit, bookTable.name);
    const wish = wishOf(visit, form);
    const strip = await slotsFor(visit, wish);
    const typed = { name: form.value("name"), phone: form.value("phone") };
    return {
      title: "Book",
      children: (
        <>
          <PageHead title="Book" />
          <RefusedHere visit={visit} inPlace={[bookTable.name]} />
          <div class="book">
            {wish.entry !== null && (
              <p class="note">
                <bdi>{wish.entry.name}</bdi> is on the waitlist. Booking takes this guest off the
                list.
              </p>
            )}
            <section class="card" aria-label="When">
              <ChooseForm visit={visit} wish={wish} />
              <Carried form={form} visit={visit} wish={wish} strip={strip} />
              <SlotStrip visit={visit} strip={strip} wish={wish} form={form} />
            </section>
            <BookingForm visit={visit} form={form} wish={wish} strip={strip}>
              {await knownGuests({ visit, typed })}
            </BookingForm>
          </div>
        </>
      ),
    };
  },
};

/** The slots and hidden fields are outside this form: a new day replaces them, but not the form. */
function BookingForm({
  visit,
  form,
  wish,
  strip,
  children,
}: PageProps<{ form: FormState; wish: Wish; strip: Strip; children: Child }>) {
  return (
    <form
      id={BOOKING_FORM}
      method="post"
      action={at(visit, `/do/${bookTable.name}`)}
      class="card stack booking"
      aria-label="Guest"
    >
      <ChooseAgain visit={visit} wish={wish} />
      <Refused visit={visit} form={form} wish={wish} />
      <GuestFields visit={visit} form={form} wish={wish}>
        {children}
      </GuestFields>
      <p class="line end">
        <span class="chosen">
          <span class="soft" data-people>
            {peopleAndDay(wish, strip)}
          </span>{" "}
          <strong data-chosen>{chosenTime(strip)}</strong>
        </span>
        <noscript>
          <button type="submit" class="b quiet" formaction={at(visit, "/book")} formnovalidate>
            Look up this guest
          </button>
        </noscript>
        <Button>Book</Button>
      </p>
    </form>
  );
}

const Carried = ({
  visit,
  form,
  wish,
  strip,
}: PageProps<{ form: FormState; wish: Wish; strip: Strip }>) => {
  const { partySize, date } = wish;
  const fields = {
    back: bookPath(visit, wish, date),
    numberOfPeople: String(partySize),
    date,
    idempotencyKey: form.key,
    csrf: visit.csrf,
  };
  return (
    <div id="carried" hidden data-says={peopleAndDay(wish, strip)}>
      {/* Enter presses the first button of a form, which must not be the button of a suggested time. */}
      <button type="submit" form={BOOKING_FORM}>
        Book
      </button>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} form={BOOKING_FORM} />
      ))}
    </div>
  );
};

const peopleAndDay = ({ partySize }: Wish, { date }: Strip): string =>
  `${people(partySize)}, ${shortDay(date)}`;

const chosenTime = ({ services, otherTime }: Strip): string =>
  services.flatMap(({ slots }) => slots).find(({ chosen }) => chosen)?.time ??
  (otherTime === "" ? "" : formatTime(otherTime));

const WAITLIST_HELPS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "TABLES_FULL",
  "PACE_FULL",
  "HELD_FOR_WAITLIST",
]);

function Refused({ visit, form, wish }: PageProps<{ form: FormState; wish: Wish }>) {
  if (form.refused === null) return null;
  const reasons = form.others(...OWN_FIELDS);
  const waits = wish.entry === null && reasons.some(({ code }) => WAITLIST_HELPS.has(code));
  const twin = reasons.find((one) => one.kind === "INVALID_INPUT.likely_twin");
  return (
    <div class="refused" tabindex={-1} autofocus={true}>
      {reasons.length > 0 && (
        <Reasons reasons={reasons}>
          {form.suggestions.length > 0 && (
            <p class="line">
              {form.suggestions.map(({ date, time, timestamp }) => (
                <Button look="quiet" name="instead" value={String(timestamp)}>
                  {`Book ${time}`} <span class="soft">{shortDay(date)}</span>
                </Button>
              ))}
            </p>
          )}
          {twin !== undefined && (
            <p class="line">
              <ButtonLink href={at(visit, `/reservations/${twin.id}`)}>
                Show the other reservation
              </ButtonLink>
              <Button look="quiet" name="evenIfTwice" value="true">
                Book this one as well
              </Button>
            </p>
          )}
          {waits && (
            <p class="line">
              <Button look="quiet" formaction={at(visit, "/waitlist#add")} formnovalidate>
                Put on the waitlist
              </Button>
            </p>
          )}
        </Reasons>
      )}
      <OverrideBox visit={visit} form={form} error={form.refused} submit="Book anyway" />
    </div>
  );
}
