/** @jsxImportSource hono/jsx */

import { NOTE_FIELDS, NOTES } from "../../../domain/reservation.ts";
import { MAX_NOTE } from "../../../domain/stored-values.ts";
import { writeNotes } from "../../../operations/desk/write-notes.ts";
import type { WireReservation } from "../../../operations/reservation/wire.ts";
import { alertPhrases } from "../../../words/en/host/labels.ts";
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Fact } from "../components/fact.tsx";
import { Reasons } from "../components/reason.tsx";
import type { PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";

export function Notes({ visit, reservation }: PageProps<{ reservation: WireReservation }>) {
  const form = formState(visit, writeNotes.name);
  const open =
    NOTE_FIELDS.find((name) => form.problem(name) !== undefined) ??
    NOTE_FIELDS.find((name) => form.value(name, reservation[name]) !== "") ??
    NOTE_FIELDS[0];
  const conflict = form.refused?.code === "REVISION_CONFLICT";
  return (
    <section class="card" aria-labelledby="notes-head">
      <h2 id="notes-head">Notes</h2>
      <AlertMark visit={visit} reservation={reservation} />
      <Reasons reasons={form.others(...NOTE_FIELDS)}>
        {conflict && <SavedByColleague reservation={reservation} />}
      </Reasons>
      <div class="note-tabs">
        {NOTE_FIELDS.map((name) => (
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
              {NOTES[name].label}
              {reservation[name] !== "" && <span class="dot" title="has a note" />}
            </label>
          </>
        ))}
        <OperationForm
          visit={visit}
          form={form}
          id={reservation.id}
          revision={reservation.revision}
        >
          {NOTE_FIELDS.map((name) => (
            <div class="note-panel">
              <textarea
                name={name}
                dir="auto"
                rows={4}
                maxlength={MAX_NOTE}
                aria-label={NOTES[name].label}
                aria-describedby={`${name}-hint`}
              >
                {form.value(name, reservation[name])}
              </textarea>
              <small
                id={`${name}-hint`}
                class={form.problem(name) === undefined ? "hint" : "problem"}
              >
                {form.problem(name) ?? NOTES[name].note.hint}
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

/** A word list finds alerts in the notes. This button overrides the list for one reservation. */
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
        <span class="soft small">No alert on the day sheet.</span>
      )}
      <Button look="quiet">{heeded ? "Not an alert" : "Mark as an alert"}</Button>
    </OperationForm>
  );
}

const SavedByColleague = ({ reservation }: { readonly reservation: WireReservation }) => (
  <dl class="facts">
    {NOTE_FIELDS.map((name) => (
      <Fact name={`${NOTES[name].label} now`} lines>
        <bdi>{reservation[name] === "" ? "nothing" : reservation[name]}</bdi>
      </Fact>
    ))}
  </dl>
);
