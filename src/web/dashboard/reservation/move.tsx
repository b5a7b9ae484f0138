/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import {
  dateOf,
  displayDate,
  displayTime,
  formatDate,
  formatTime,
  timeOf,
} from "../../../domain/time.ts";
import type { WireReservation } from "../../../operations/reservation/wire.ts";
import { ANY_AREA } from "../../../operations/seating/names.ts";
import { capitalised } from "../../../words/en/both/seating.ts";
import { TEXT_KINDS } from "../../../words/en/host/labels.ts";
import { people } from "../../../words/en/phrases.ts";
import { OverrideBox } from "../book/override-box.tsx";
import { shortDay } from "../book/slot-strip.tsx";
import { AreaChoice } from "../components/area-choice.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Reasons } from "../components/reason.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import type { Verdict, Move as Wish } from "./verdict.ts";

type Props = PageProps<{
  reservation: WireReservation;
  wish: Wish;
  verdict: Verdict;
  form: FormState;
}>;

export function Move(props: Props) {
  const seated = props.reservation.status === "seated";
  return (
    <section class="card stack" aria-labelledby="move-head">
      <h2 id="move-head">{seated ? "Party size" : "Move or resize"}</h2>
      {seated ? <SeatedSize {...props} /> : <Choice {...props} />}
      <Answer {...props} />
    </section>
  );
}

const PartyField = ({ wish }: Pick<Props, "wish">) => (
  <Field
    id="move-party"
    label="Party"
    type="number"
    name="numberOfPeople"
    min={1}
    max={9999}
    value={wish.partySize}
    required
  />
);

/** A seated party can change only its size, which is saved without a preview. */
const SeatedSize = ({ visit, reservation, wish, form }: Props) => (
  <OperationForm
    visit={visit}
    form={form}
    id={reservation.id}
    revision={reservation.revision}
    formId="party-size"
    back={at(visit, `/reservations/${reservation.id}`)}
    class="choose"
  >
    <PartyField wish={wish} />
    <span class="once-typed">
      <Button>Save</Button>
    </span>
  </OperationForm>
);

function Choice({ visit, reservation, wish }: Props) {
  const here = at(visit, `/reservations/${reservation.id}`);
  return (
    <form method="get" action={here} class="choose" data-auto>
      <PartyField wish={wish} />
      <Field id="move-date" label="Date" type="date" name="date" value={wish.date} required />
      <Field
        id="move-time"
        label="Time"
        type="time"
        name="time"
        step={300}
        value={wish.time}
        required
      />
      <AreaChoice visit={visit} id="move-area" value={wish.area} />
      <button type="submit" class="b quiet go">
        Check
      </button>
      {wish.differs && (
        <a class="b quiet" href={here}>
          Leave as it is
        </a>
      )}
    </form>
  );
}

function Answer({ visit, reservation, wish, verdict, form }: Props) {
  const conflict = form.refused?.code === "REVISION_CONFLICT" ? form.refused : null;
  const told = conflict ?? (verdict.kind === "refused" ? verdict.error : form.refused);
  const plain =
    told === null ? [] : told.reasons.filter((one) => one.parameter !== "overrideReason");
  return (
    <div id="verdict" class="stack" aria-live="polite">
      {told !== null && plain.length > 0 && (
        <Reasons reasons={plain}>
          {verdict.kind === "refused" && (
            <Suggestions {...{ visit, reservation, wish, form, verdict }} />
          )}
        </Reasons>
      )}
      {verdict.kind === "fits" && <Fits verdict={verdict} />}
      {verdict.kind !== "none" && (
        <MoveForm visit={visit} reservation={reservation} form={form} wish={wish}>
          {verdict.kind === "fits" ? (
            <Button>{moveText(reservation, wish, visit.brand.settings.timeZone)}</Button>
          ) : (
            <OverrideBox visit={visit} form={form} error={verdict.error} submit="Move anyway" />
          )}
        </MoveForm>
      )}
    </div>
  );
}

const MoveForm = ({
  visit,
  reservation,
  form,
  wish: { partySize, date, time, area, timestamp },
  children,
}: Pick<Props, "visit" | "reservation" | "form" | "wish"> & { readonly children: Child }) => (
  <OperationForm
    visit={visit}
    form={form}
    id={reservation.id}
    revision={reservation.revision}
    formId={`move-to-${timestamp ?? "wish"}`}
    back={at(visit, `/reservations/${reservation.id}`)}
  >
    <input type="hidden" name="numberOfPeople" value={String(partySize)} />
    <input type="hidden" name="date" value={date} />
    <input type="hidden" name="time" value={time} />
    <input type="hidden" name="area" value={area} />
    {timestamp !== null && <input type="hidden" name="timestamp" value={String(timestamp)} />}
    {children}
  </OperationForm>
);

function Suggestions({ visit, reservation, wish, form, verdict }: Props) {
  if (verdict.kind !== "refused" || verdict.error.suggestions.length === 0) return null;
  const zone = visit.brand.settings.timeZone;
  return (
    <div class="suggested">
      {verdict.error.suggestions.map(({ date, time, timestamp }) => {
        const instead = {
          ...wish,
          timestamp,
          date: dateOf(timestamp, zone),
          time: timeOf(timestamp, zone),
        };
        return (
          <MoveForm visit={visit} reservation={reservation} form={form} wish={instead}>
            <Button look="quiet">
              {`Move to ${time}`} <span class="soft">{shortDay(date)}</span>
            </Button>
          </MoveForm>
        );
      })}
    </div>
  );
}

function Fits({ verdict: { result } }: { readonly verdict: Extract<Verdict, { kind: "fits" }> }) {
  const texts = result.notifications.filter(({ state }) => state === "queued");
  return (
    <div class="note">
      <p>
        <strong>It fits.</strong>{" "}
        {texts.length === 0
          ? "No text is sent."
          : `Texts: ${[...new Set(texts.map(({ kind }) => TEXT_KINDS[kind]))].join(", ")}.`}
        {result.placement !== null && ` ${capitalised(result.placement.why)}.`}
      </p>
      {result.warnings.map((one) => (
        <p>{one.message}</p>
      ))}
    </div>
  );
}

function moveText(
  { timestamp, numberOfPeople }: WireReservation,
  { partySize, date, time, area }: Wish,
  zone: string,
): string {
  const day = formatDate(date);
  const sameDay = day === displayDate(timestamp, zone);
  const clock = formatTime(time);
  const moved = !sameDay || clock !== displayTime(timestamp, zone);
  const party = people(partySize);
  if (!moved && partySize === numberOfPeople) {
    return area === ANY_AREA ? "Change to any area" : `Change area to ${area}`;
  }
  if (!moved) return `Change to ${party}`;
  const when = sameDay ? clock : `${shortDay(day)}, ${clock}`;
  return partySize === numberOfPeople ? `Move to ${when}` : `Move to ${when}, ${party}`;
}
