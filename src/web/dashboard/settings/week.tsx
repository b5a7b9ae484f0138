/** @jsxImportSource hono/jsx */
import type { Service } from "../../../domain/settings.ts";
import { WEEKDAYS } from "../../../domain/time.ts";
import { DAY_NAMES } from "../components/days.tsx";

const ROW = 30;
const TOP = 20;
const LEFT = 12;
const HOUR = 60;
const DAY = 24 * HOUR;

/** In minutes after midnight of the day on which the service opens. `last`: the last seating. */
interface Span {
  readonly from: number;
  readonly last: number;
  readonly to: number;
}

const minutes = (time: string): number =>
  Number(time.slice(0, 2)) * HOUR + Number(time.slice(3, 5));

function spanOf({ opens, lastSeating, closes }: Service): Span {
  const from = minutes(opens);
  const after = (time: string): number => {
    const at = minutes(time);
    return at <= from ? at + DAY : at;
  };
  return {
    from,
    last: minutes(lastSeating) < from ? after(lastSeating) : minutes(lastSeating),
    to: after(closes),
  };
}

export function Week({ services }: { readonly services: readonly Service[] }) {
  if (services.length === 0) {
    return <p class="soft">No service yet: nobody can book. Add the first service below.</p>;
  }
  const spans = services.map(spanOf);
  const first = Math.floor(Math.min(...spans.map(({ from }) => from)) / HOUR) * HOUR;
  const end = Math.ceil(Math.max(...spans.map(({ to }) => to)) / HOUR) * HOUR;
  const x = (minute: number): number => LEFT + ((minute - first) / (end - first)) * (100 - LEFT);
  const hours = Array.from(
    { length: (end - first) / HOUR + 1 },
    (_, index) => first + index * HOUR,
  );
  const step = Math.ceil(hours.length / 7);
  return (
    <svg
      class="week"
      width="100%"
      height={String(TOP + ROW * WEEKDAYS.length + 4)}
      role="img"
      aria-label={inWords(services)}
    >
      {hours.map((hour, index) => (
        <>
          <line class="week-hour" x1={`${x(hour)}%`} x2={`${x(hour)}%`} y1={TOP} y2="100%" />
          {index % step === 0 && index < hours.length - 1 && (
            <text class="week-label" x={`${x(hour)}%`} y={13}>
              {spoken(hour)}
            </text>
          )}
        </>
      ))}
      {WEEKDAYS.map((day, row) => (
        <g>
          <text class="week-day" x="0" y={TOP + row * ROW + 20}>
            {DAY_NAMES[day]}
          </text>
          {services.map((service, index) => {
            const span = spans[index];
            if (span === undefined || !service.days.includes(day)) return null;
            const y = TOP + row * ROW + 4;
            return (
              <>
                <title>{`${service.name}: ${service.opens} to ${service.closes}, last seating ${service.lastSeating}`}</title>
                <rect
                  class="week-open"
                  x={`${x(span.from)}%`}
                  width={`${x(span.to) - x(span.from)}%`}
                  y={y}
                  height={ROW - 8}
                />
                <rect
                  class="week-seating"
                  x={`${x(span.from)}%`}
                  width={`${x(span.last) - x(span.from)}%`}
                  y={y}
                  height={ROW - 8}
                />
                <text class="week-name" x={`${x(span.from) + 1}%`} y={y + 15}>
                  {service.name.length > 12 ? `${service.name.slice(0, 11)}.` : service.name}
                </text>
              </>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

const spoken = (minute: number): string => {
  const hour = Math.floor(minute / HOUR) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "AM" : "PM"}`;
};

const inWords = (services: readonly Service[]): string =>
  services
    .map(
      ({ name, days, opens, lastSeating, closes }) =>
        `${name}: ${days.map((day) => DAY_NAMES[day]).join(", ")}, ${opens} to ${closes}, last seating ${lastSeating}`,
    )
    .join("; ");
