/** @jsxImportSource hono/jsx */
import { people } from "../../../words/en/phrases.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { Icon } from "../components/icon.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import type { Slot, SlotStrip as Strip } from "./slots.ts";
import type { Wish } from "./wish.ts";

export const BOOKING_FORM = "booking";

export function SlotStrip({
  visit,
  strip,
  wish,
  form,
}: PageProps<{ strip: Strip; wish: Wish; form: FormState }>) {
  const { services, everywhere, otherTime } = strip;
  const problem = form.problem("timestamp") ?? form.problem("time");
  if (services.length === 0) return <NoSlots visit={visit} strip={strip} wish={wish} />;
  return (
    <fieldset class="slots" aria-describedby={problem === undefined ? undefined : "slots-note"}>
      <legend>
        {strip.date}
        {strip.note !== null && <span class="soft"> ({strip.note})</span>}
      </legend>
      {everywhere.map((why) => (
        <p class="note care">{why}</p>
      ))}
      {problem !== undefined && (
        <p id="slots-note" class="problem">
          {problem}
        </p>
      )}
      {services.map(({ name, slots }) => (
        <>
          {services.length > 1 && <h2>{name}</h2>}
          <div class="strip">
            {slots.map((slot) => (
              <SlotTile slot={slot} />
            ))}
          </div>
        </>
      ))}
      <details class="other-time" open={otherTime !== ""}>
        <summary>Another time</summary>
        <div class="line">
          <input
            type="time"
            name="time"
            form={BOOKING_FORM}
            value={otherTime}
            aria-label="Another time"
          />
          <small class="hint">A time between two slots. Overrides the slot chosen above.</small>
        </div>
      </details>
      {strip.nearest.length > 0 && <Nearest visit={visit} strip={strip} wish={wish} />}
    </fieldset>
  );
}

const STATES: Readonly<Record<Slot["state"], string>> = {
  open: "free",
  tight: "tight",
  held: "held",
  review: "approval",
  unsure: "maybe",
  full: "full",
  refused: "refused",
};

const LEFT = { open: "free", tight: "left" } as const;

function SlotTile({ slot }: { readonly slot: Slot }) {
  const { timestamp, time, state, seatsFree, paceLeft, why, chosen } = slot;
  const id = `slot-${timestamp}`;
  const free = state === "open" || state === "tight";
  const left = free && seatsFree !== null ? `${seatsFree} ${LEFT[state]}` : STATES[state];
  return (
    <>
      <input
        type="radio"
        class="unseen"
        id={id}
        name="timestamp"
        value={String(timestamp)}
        form={BOOKING_FORM}
        checked={chosen}
        aria-describedby={`${id}-why`}
        data-holds
        data-says={time}
      />
      <label for={id} class={`slot ${state}`}>
        <span class="at">{time}</span>
        <span class="left">
          <span class="mark" aria-hidden="true" />
          {left}
        </span>
        {free && paceLeft !== null && <span class="pace">pace: {paceLeft} left</span>}
      </label>
      <p class="why" id={`${id}-why`}>
        {why.join(" ")}
      </p>
    </>
  );
}

function NoSlots({ visit, strip, wish }: PageProps<{ strip: Strip; wish: Wish }>) {
  const note = strip.note === null ? "" : ` (${strip.note})`;
  const title = strip.open ? `No more times on ${strip.date}` : `Closed on ${strip.date}${note}`;
  return (
    <EmptyState title={title}>
      <Nearest visit={visit} strip={strip} wish={wish} />
    </EmptyState>
  );
}

function Nearest({
  visit,
  strip: { nearest },
  wish: { partySize, date, entry },
}: PageProps<{ strip: Strip; wish: Wish }>) {
  if (nearest.length === 0) return <p>Choose another day.</p>;
  return (
    <div class="nearest">
      <p class="soft">{`Nearest free times for ${people(partySize)}:`}</p>
      <p class="line">
        {nearest.map(({ date: day, time, timestamp }) => {
          const query = new URLSearchParams({
            numberOfPeople: String(partySize),
            timestamp: String(timestamp),
          });
          if (entry !== null) query.set("entry", entry.id);
          return (
            <a class="b quiet" href={at(visit, `/book?${query.toString()}`)}>
              <span>{time}</span> <span class="soft">{shortDay(day)}</span>
            </a>
          );
        })}
        {entry === null && (
          <a class="b quiet" href={at(visit, `/waitlist?date=${date}#add`)}>
            <Icon name="waitlist" /> Waitlist
          </a>
        )}
      </p>
    </div>
  );
}

export const shortDay = (date: string): string =>
  date.replace(/^(\w{3})\w*, (\w{3})\w*/, "$1, $2").replace(/, \d{4}$/, "");
