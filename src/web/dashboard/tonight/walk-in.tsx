/** @jsxImportSource hono/jsx */
import { todayOf } from "../../../domain/calendar.ts";
import { seatWalkIn } from "../../../operations/desk/seat-walk-in.ts";
import { OperationForm } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";

/** Walk-ins are rarely larger; larger parties are booked by hand. */
const MOST = 8;
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
      </div>
    </details>
  );
}

/**
 * Why a walk-in was not seated, and what else there is tonight: the times that are free, and the
 * waitlist. Only today's times: nobody at the door comes for another day.
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
  return (
    <Reasons reasons={form.refused.reasons}>
      {(full || tonight.length > 0) && (
        <p class="line">
          {tonight.map(({ time, timestamp }) => (
            <a class="b quiet" href={bookAt(visit, size, timestamp)}>
              <Icon name="book" /> {time}
            </a>
          ))}
          {full && (
            <a class="b quiet" href={at(visit, `/waitlist?numberOfPeople=${size}#add`)}>
              <Icon name="waitlist" /> Waitlist
            </a>
          )}
        </p>
      )}
    </Reasons>
  );
}

function bookAt(visit: DeskVisit, numberOfPeople: string, timestamp: number): string {
  const query = new URLSearchParams({ numberOfPeople, timestamp: String(timestamp) });
  return at(visit, `/book?${query.toString()}`);
}
