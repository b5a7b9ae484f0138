/** @jsxImportSource hono/jsx */
import { clockTime, displayTime, wallHours } from "../../../domain/time.ts";
import type { SheetService } from "../../../operations/desk/day-sheet.ts";
import { counted } from "../../../words/en/phrases.ts";

/** Heights are in pixels and widths in per cent, because the width changes and the text must not stretch. */
const TOP = 22;
const LOAD = 108;
const BETWEEN = 20;
const STARTS = 34;
const AXIS = 22;
const HEIGHT = TOP + LOAD + BETWEEN + STARTS + AXIS;
/** More hour labels would overlap on a phone. */
const MOST_LABELS = 7;

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly mostCovers: number;
  readonly mostStarts: number;
}

const across = ({ from, to }: Scale, instant: number): string =>
  `${Math.round(((instant - from) / (to - from)) * 10_000) / 100}%`;
const share = (covers: number, most: number, height: number): number =>
  Math.round((covers / most) * height * 10) / 10;

/**
 * The upper bars show the covers present, with the seats as their limit. The lower bars show the covers
 * that start in each slot, with the pace as their limit.
 */
export function Plot({
  services,
  zone,
  now,
}: Readonly<{ services: readonly SheetService[]; zone: string; now: number }>) {
  const slots = services.flatMap((one) => one.slots);
  const [first] = slots;
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return null;
  const seats = Math.max(0, ...services.map((one) => one.seats ?? 0));
  const pace = Math.max(0, ...services.map((one) => one.paceCovers ?? 0));
  const scale: Scale = {
    from: first.from,
    to: Math.max(...slots.map(({ to }) => to)),
    zone,
    mostCovers: Math.max(seats, ...slots.map(({ covers }) => covers), 1) * 1.06,
    mostStarts: Math.max(pace, ...slots.map(({ startCovers }) => startCovers), 1),
  };
  const isNow = now >= scale.from && now < scale.to;
  return (
    <figure class="plot" id="plot">
      <svg width="100%" height={String(HEIGHT)} role="img" aria-label={inWords(services, zone)}>
        <defs>
          <pattern id="held" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 6L6 0M-1 1l2-2M5 7l2-2" class="hatch" />
          </pattern>
        </defs>
        <Hours scale={scale} />
        {services.map((service) => (
          <ServiceLoad service={service} scale={scale} />
        ))}
        {isNow && <Now at={now} scale={scale} />}
      </svg>
      <figcaption class="keys">
        <span class="key taken">Covers present</span>
        <span class="key held">Held</span>
        {slots.some(({ lateCovers }) => lateCovers > 0) && <span class="key late">Late</span>}
        <span class="key starts">Starting per slot</span>
        {(seats > 0 || pace > 0) && <span class="key limit">Limit</span>}
      </figcaption>
    </figure>
  );
}

function ServiceLoad({ service, scale }: Readonly<{ service: SheetService; scale: Scale }>) {
  const { seats, paceCovers, slots } = service;
  const from = across(scale, slots[0]?.from ?? scale.from);
  const to = across(scale, slots.at(-1)?.to ?? scale.to);
  const seatsAt = seats === null ? null : TOP + LOAD - share(seats, scale.mostCovers, LOAD);
  const floor = TOP + LOAD + BETWEEN + STARTS;
  const paceAt = paceCovers === null ? null : floor - share(paceCovers, scale.mostStarts, STARTS);
  return (
    <>
      {slots.map((slot) => (
        <SlotBars slot={slot} service={service} scale={scale} floor={floor} />
      ))}
      {seatsAt !== null && <Limit from={from} to={to} y={seatsAt} label={`${seats} seats`} />}
      {paceAt !== null && <Limit from={from} to={to} y={paceAt} label={`pace ${paceCovers}`} />}
      <line class="floor" x1={from} x2={to} y1={TOP + LOAD} y2={TOP + LOAD} />
      <line class="floor" x1={from} x2={to} y1={floor} y2={floor} />
    </>
  );
}

const Limit = ({
  from,
  to,
  y,
  label,
}: Readonly<{ from: string; to: string; y: number; label: string }>) => (
  <>
    <line class="limit" x1={from} x2={to} y1={y} y2={y} />
    <text class="limit-text" x={to} dx={-4} y={y - 5} text-anchor="end">
      {label}
    </text>
  </>
);

function SlotBars({
  slot,
  service: { seats, paceCovers },
  scale,
  floor,
}: Readonly<{
  slot: SheetService["slots"][number];
  service: SheetService;
  scale: Scale;
  floor: number;
}>) {
  const width = `${Math.round(((slot.to - slot.from) / (scale.to - scale.from)) * 10_000) / 100}%`;
  const x = across(scale, slot.from);
  const taken = slot.covers - slot.heldCovers - slot.lateCovers;
  const tall = (covers: number): number => share(covers, scale.mostCovers, LOAD);
  const bottom = TOP + LOAD;
  const over = seats === null ? 0 : Math.max(0, slot.covers - seats);
  const starts = share(slot.startCovers, scale.mostStarts, STARTS);
  const fast = paceCovers !== null && slot.startCovers > paceCovers;
  const of = seats === null ? "" : ` of ${seats}`;
  const box = { x, width };
  return (
    <g>
      <title>
        {`${displayTime(slot.from, scale.zone)}: ${counted(slot.covers, "cover")}${of}, ${counted(slot.startCovers, "starts", "start")}` +
          (slot.heldCovers === 0 ? "" : `, ${slot.heldCovers} held`) +
          (slot.lateCovers === 0 ? "" : `, ${slot.lateCovers} late`)}
      </title>
      <rect class="hit" {...box} y={TOP} height={LOAD + BETWEEN + STARTS} />
      {taken > 0 && <rect class="taken" {...box} y={bottom - tall(taken)} height={tall(taken)} />}
      {slot.lateCovers > 0 && (
        <rect
          class="late"
          {...box}
          y={bottom - tall(taken + slot.lateCovers)}
          height={tall(slot.lateCovers)}
        />
      )}
      {slot.heldCovers > 0 && (
        <rect class="held" {...box} y={bottom - tall(slot.covers)} height={tall(slot.heldCovers)} />
      )}
      {over > 0 && (
        <rect class="over" {...box} y={bottom - tall(slot.covers)} height={tall(over)} />
      )}
      {starts > 0 && (
        <rect class={fast ? "starts over" : "starts"} {...box} y={floor - starts} height={starts} />
      )}
    </g>
  );
}

function Hours({ scale }: { readonly scale: Scale }) {
  const hours = wallHours(scale.from, scale.to, scale.zone);
  const every = Math.ceil(hours.length / MOST_LABELS);
  return (
    <>
      {hours
        .filter((_, index) => index % every === 0)
        .map((hour) => (
          <>
            <line
              class="hour"
              x1={across(scale, hour)}
              x2={across(scale, hour)}
              y1={TOP}
              y2={HEIGHT - AXIS + 4}
            />
            <text
              class="tick-text"
              x={across(scale, hour)}
              y={HEIGHT - 5}
              text-anchor={hour === scale.from ? "start" : "middle"}
            >
              {displayTime(hour, scale.zone).replace(":00", "")}
            </text>
          </>
        ))}
    </>
  );
}

function Now({ at, scale }: { readonly at: number; readonly scale: Scale }) {
  const x = across(scale, at);
  const along = (at - scale.from) / (scale.to - scale.from);
  const anchor = along > 0.85 ? "end" : along < 0.06 ? "start" : "middle";
  return (
    <g class="now">
      <line x1={x} x2={x} y1={TOP - 4} y2={HEIGHT - AXIS} />
      <text x={x} y={TOP - 9} text-anchor={anchor}>
        Now {displayTime(at, scale.zone).replace(/ [AP]M/, "")}
      </text>
    </g>
  );
}

function inWords(services: readonly SheetService[], zone: string): string {
  return services
    .map(({ name, seats, slots }) => {
      const peak = slots.reduce((most, slot) => (slot.covers > most.covers ? slot : most));
      const over = slots.filter(({ covers }) => seats !== null && covers > seats).length;
      const of = seats === null ? "" : ` for ${counted(seats, "seat")}`;
      const tooFull =
        over === 0 ? "" : ` In ${counted(over, "slot")} there are more covers than seats.`;
      const late = Math.max(...slots.map(({ lateCovers }) => lateCovers));
      const notHere = late === 0 ? "" : ` ${counted(late, "cover is", "covers are")} late.`;
      return `${name}: peak of ${counted(peak.covers, "cover")}${of}, at ${clockTime(peak.from, zone)}.${tooFull}${notHere}`;
    })
    .join(" ");
}
