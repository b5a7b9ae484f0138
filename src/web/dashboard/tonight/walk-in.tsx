/** @jsxImportSource hono/jsx */
import { seatWalkIn } from "../../../operations/desk/seat-walk-in.ts";
import { OperationForm } from "../components/button.tsx";
import { Icon } from "../components/icon.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type DeskVisit } from "../desk-visit.ts";
import { formState } from "../form-state.ts";

/** As many as stand at a door unannounced; larger parties are booked by hand. */
const MOST = 8;

/** A party at the door in two taps: "Walk-in", then how many. */
export function WalkIn({ visit }: { readonly visit: DeskVisit }) {
  const form = formState(visit, seatWalkIn.name);
  const sizes = Array.from({ length: MOST }, (_, index) => String(index + 1));
  return (
    <details class="menu walk-in" data-closes id="walk-in">
      <summary class="b main" data-key="w">
        Walk-in
      </summary>
      <div class="panel">
        <OperationForm visit={visit} operation={seatWalkIn.name} idempotencyKey={form.key}>
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

/** Why a walk-in was not seated, and the times that are free instead. */
export function WalkInRefused({ visit }: { readonly visit: DeskVisit }) {
  const form = formState(visit, seatWalkIn.name);
  if (form.refused === null) return null;
  const size = form.value("numberOfPeople");
  return (
    <Reasons reasons={form.refused.reasons}>
      {form.suggestions.length > 0 && (
        <p class="line">
          {form.suggestions.map(({ date, time, timestamp }) => (
            <a
              class="b quiet"
              href={at(
                visit,
                `/book?${new URLSearchParams({ numberOfPeople: size, timestamp: String(timestamp) }).toString()}`,
              )}
            >
              <Icon name="book" /> {time}
              <span class="soft">{date.replace(/, \d{4}$/, "")}</span>
            </a>
          ))}
        </p>
      )}
    </Reasons>
  );
}
