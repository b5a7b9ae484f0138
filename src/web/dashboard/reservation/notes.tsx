/** @jsxImportSource hono/jsx */
import { alertPhrases } from "../../../domain/alerts.ts";
import { writeNotes } from "../../../operations/desk/write-notes.ts";
import type { WireReservation } from "../../../operations/reservation/wire.ts";
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Fact } from "../components/fact.tsx";
import { Reasons } from "../components/reason.tsx";
import type { PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";

const TABS = [
  ["notes", "Notes", "For the team; never shown to the guest."],
  ["foodDrinkNotes", "Food and drink", "Allergies, a cake, a bottle to chill."],
  ["seatingNotes", "Seating", "Table, window, high chair."],
] as const;

/** Three notes in three tabs; the tabs are radio buttons, so that they need no script. */
export function Notes({ visit, reservation }: PageProps<{ reservation: WireReservation }>) {
  const form = formState(visit, writeNotes.name);
  const [open] =
    TABS.find(([name]) => form.problem(name) !== undefined) ??
    TABS.find(([name]) => form.value(name, reservation[name]) !== "") ??
    TABS[0];
  const conflict = form.refused?.code === "REVISION_CONFLICT";
  return (
    <section class="card" aria-labelledby="notes-head">
      <h2 id="notes-head">Notes</h2>
      <AlertMark visit={visit} reservation={reservation} />
      <Reasons reasons={form.others("notes", "foodDrinkNotes", "seatingNotes")}>
        {conflict && <Present reservation={reservation} />}
      </Reasons>
      <div class="note-tabs">
        {TABS.map(([name, label]) => (
          <>
            <input
              type="radio"
              class="unseen"
              name="note-tab"
              id={`tab-${name}`}
              checked={name === open}
              data-holds
            />
            <label for={`tab-${name}`}>
              {label}
              {reservation[name] !== "" && <span class="dot" title="has a note" />}
            </label>
          </>
        ))}
        <OperationForm
          visit={visit}
          operation={writeNotes.name}
          id={reservation.id}
          revision={reservation.revision}
          idempotencyKey={form.key}
        >
          {TABS.map(([name, label, hint]) => (
            <div class={`panel-${name}`}>
              <textarea
                name={name}
                dir="auto"
                rows={4}
                maxlength={4000}
                aria-label={label}
                aria-describedby={`${name}-hint`}
              >
                {form.value(name, reservation[name])}
              </textarea>
              <small
                id={`${name}-hint`}
                class={form.problem(name) === undefined ? "hint" : "problem"}
              >
                {form.problem(name) ?? hint}
              </small>
            </div>
          ))}
          <p class="line end">
            <Button look="quiet">Save notes</Button>
          </p>
        </OperationForm>
      </div>
    </section>
  );
}

/** What is heeded of these notes; a person knows better than a list of words. */
function AlertMark({ visit, reservation }: PageProps<{ reservation: WireReservation }>) {
  const phrases = alertPhrases(reservation);
  const heeded = phrases.length > 0;
  return (
    <OperationForm
      visit={visit}
      operation="mark_alert"
      id={reservation.id}
      revision={reservation.revision}
      class="line alert-mark"
    >
      <input type="hidden" name="heeded" value={heeded ? "no" : "yes"} />
      {heeded ? (
        <Badge tone="stop">
          Alert: <bdi>{phrases.join(", ")}</bdi>
        </Badge>
      ) : (
        <span class="soft small">No alert on the sheet.</span>
      )}
      <Button look="quiet">{heeded ? "Not an alert" : "Mark as an alert"}</Button>
    </OperationForm>
  );
}

/** What somebody else wrote meanwhile; one's own words are still in the fields. */
const Present = ({ reservation }: { readonly reservation: WireReservation }) => (
  <dl class="facts">
    {TABS.map(([name, label]) => (
      <Fact name={`${label} now`} lines>
        <bdi>{reservation[name] === "" ? "nothing" : reservation[name]}</bdi>
      </Fact>
    ))}
  </dl>
);
