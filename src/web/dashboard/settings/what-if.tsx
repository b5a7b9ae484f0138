/** @jsxImportSource hono/jsx */
import { DomainError } from "../../../domain/errors.ts";
import { clockTime, displayTime, formatDate } from "../../../domain/time.ts";
import { explainCapacity } from "../../../operations/explain-capacity.ts";
import { sayError } from "../../../words/render.ts";
import { at, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { LIMITS } from "./parts.ts";

type Explained = Awaited<ReturnType<typeof explain>>;
type Slot = Extract<Explained, { slots: unknown }>["slots"][number];

const HEIGHT = 150;
const FLOOR = HEIGHT - 22;
const LABELS = 5;
const BINDING = {
  seats: "no seats",
  parties: "too many parties",
  tables: "no table",
  paceCovers: "too many guests start",
  paceParties: "too many parties start",
} as const;

export async function WhatIf({
  visit,
  date,
  tried,
}: PageProps<{ date: string; tried: Readonly<Record<string, string>> }>) {
  const found = await explain(visit, date, tried);
  const path = at(visit, "/settings/limits");
  return (
    <section
      class="card stack"
      id="what-if"
      aria-labelledby="what-if-title"
      aria-live="polite"
      hx-get={path}
      hx-trigger="input from:#limits-fields delay:300ms, change from:#what-if-day"
      hx-include="#limits-fields input, #what-if-day"
      hx-target="#what-if"
      hx-select="#what-if"
      hx-swap="outerMorph"
    >
      <h2 id="what-if-title">What {formatDate(date)} would look like</h2>
      <form method="get" action={path} class="line what-if-form">
        <noscript>
          <div class="fields-auto">
            {LIMITS.map(({ key, label }) => (
              <label>
                {label}
                <input name={`settings.limits.${key}`} value={tried[key]} inputmode="numeric" />
              </label>
            ))}
          </div>
        </noscript>
        <label for="what-if-day">Day</label>
        <input id="what-if-day" type="date" name="day" value={date} />
        <noscript>
          <button type="submit" class="b quiet">
            Show
          </button>
        </noscript>
      </form>
      {"refused" in found ? (
        <p class="problem">{found.refused}</p>
      ) : found.slots.length === 0 ? (
        <p class="soft">Closed on that day. Choose another day.</p>
      ) : (
        <>
          <p>{inWords(found.slots)}</p>
          <Picture visit={visit} slots={found.slots} seats={seatsOf(tried)} />
        </>
      )}
    </section>
  );
}

const seatsOf = ({ seats, overbookCovers }: Readonly<Record<string, string>>): number | null => {
  const most = Number(seats || Number.NaN) + Number(overbookCovers || 0);
  return Number.isFinite(most) && most > 0 ? most : null;
};

async function explain(visit: DeskVisit, date: string, tried: Readonly<Record<string, string>>) {
  const whatIf = Object.fromEntries(
    Object.entries(tried).map(([key, text]) => [key, numberIn(text)]),
  );
  // Slot length and overbooking always have a value, so an empty field means the current value.
  for (const key of ["slotMinutes", "overbookCovers"]) if (whatIf[key] === null) delete whatIf[key];
  const words = Object.values(whatIf).find((value) => typeof value === "string");
  if (words !== undefined) {
    return {
      refused: `A limit must be a whole number, or empty for no limit. Got ${JSON.stringify(words)}.`,
    };
  }
  try {
    return await read(visit, explainCapacity, { date, whatIf });
  } catch (error) {
    if (error instanceof DomainError) return { refused: sayError(error, "host") };
    throw error;
  }
}

function numberIn(text: string): number | string | null {
  if (text.trim() === "") return null;
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : text;
}

const isFull = (slot: Pick<Slot, "binding"> | null): boolean => slot?.binding != null;
const gains = (slot: Slot): boolean => isFull(slot) && !isFull(slot.whatIf);
const loses = (slot: Slot): boolean => !isFull(slot) && isFull(slot.whatIf);

function inWords(slots: readonly Slot[]): string {
  const room = slots.filter((slot) => !isFull(slot.whatIf)).length;
  const more = slots.filter(gains).length;
  const fewer = slots.filter(loses).length;
  const changes = [
    ...(more > 0 ? [`${more} that ${more === 1 ? "is" : "are"} full now would have room`] : []),
    ...(fewer > 0 ? [`${fewer} that ${fewer === 1 ? "has" : "have"} room now would be full`] : []),
  ];
  return (
    `With these numbers, ${room} of ${slots.length} starts have room for one more guest. ` +
    (changes.length === 0 ? "No change." : `${changes.join("; ")}.`)
  );
}

const Picture = ({
  visit,
  slots,
  seats,
}: PageProps<{ slots: readonly Slot[]; seats: number | null }>) => {
  const zone = visit.brand.settings.timeZone;
  const most = Math.max(seats ?? 0, ...slots.map(({ covers }) => covers), 1) * 1.1;
  const width = 100 / slots.length;
  const tall = (covers: number): number => Math.round((covers / most) * (FLOOR - 12));
  const every = Math.ceil(slots.length / LABELS);
  return (
    <figure class="what-if">
      <svg width="100%" height={String(HEIGHT)} role="img" aria-label={inWords(slots)}>
        {slots.map((slot, index) => {
          const x = `${index * width}%`;
          const height = tall(slot.covers);
          return (
            <g>
              <title>{titleOf(slot, zone)}</title>
              <rect class="what-if-hit" x={x} width={`${width}%`} y={0} height={FLOOR} />
              <rect
                class={isFull(slot.whatIf) ? "what-if-full" : "what-if-room"}
                x={x}
                width={`${width * 0.86}%`}
                y={FLOOR - Math.max(2, height)}
                height={Math.max(2, height)}
              />
              {(gains(slot) || loses(slot)) && (
                <text
                  class={gains(slot) ? "what-if-gain" : "what-if-loss"}
                  x={`${(index + 0.43) * width}%`}
                  y={FLOOR - Math.max(2, height) - 5}
                  text-anchor="middle"
                >
                  {gains(slot) ? "+" : "\u2212"}
                </text>
              )}
              {index % every === 0 && (
                <text class="what-if-hour" x={x} y={HEIGHT - 6}>
                  {clockTime(slot.timestamp, zone)}
                </text>
              )}
            </g>
          );
        })}
        {seats !== null && (
          <line
            class="what-if-seats"
            x1="0"
            x2="100%"
            y1={FLOOR - tall(seats)}
            y2={FLOOR - tall(seats)}
          />
        )}
      </svg>
      <figcaption class="soft small">
        Bars: guests present at each start, solid if there is room, hatched if full. +: full now,
        but would have room. {"\u2212"}: room now, but would be full. The line is the limit on
        seats, with overbooking.
      </figcaption>
    </figure>
  );
};

function titleOf(slot: Slot, zone: string): string {
  const now = slot.binding === null ? "room" : BINDING[slot.binding];
  const then = slot.whatIf?.binding == null ? "room" : BINDING[slot.whatIf.binding];
  return `${displayTime(slot.timestamp, zone)}: ${slot.covers} present, ${slot.startCovers} start; now: ${now}; with these numbers: ${then}`;
}
