import { isCuredByTime } from "../../domain/alternatives.ts";
import {
  type DayVerdict,
  DomainError,
  type ReasonOf,
  type Suggestion,
} from "../../domain/errors.ts";
import type { Brand } from "../../domain/settings.ts";
import { resolveStart, suggestion } from "../../domain/start.ts";
import { dateOf, formatDate, parseTime, weekdayMismatch } from "../../domain/time.ts";
import type { Answer } from "./idempotency.ts";

interface Verdict {
  readonly start?: Suggestion;
  readonly refused?: DomainError;
  readonly why?: DayVerdict;
}

/**
 * The refusal of a call whose weekday does not match its date. Suggests free times on the date and on the
 * nearest day with the named weekday; if there are none, free times on other days. If nothing can be
 * suggested, adds the reasons that hold at every time.
 */
export async function withReadings(
  refusal: DomainError,
  raw: Readonly<Record<string, unknown>>,
  { brand, now }: { readonly brand: Brand; readonly now: number },
  attempt: (changed: object) => Promise<Answer>,
): Promise<DomainError> {
  const [mismatch] = refusal.reasons;
  const today = dateOf(now, brand.settings.timeZone);
  const { reason, readings } = weekdayMismatch(mismatch as ReasonOf<"WEEKDAY_MISMATCH">, today);
  const verdicts: Verdict[] = [];
  for (const date of readings) {
    // Drop the timestamp, because it can match only one of the two days.
    const { timestamp: _, idempotencyKey: __, ...others } = raw;
    const tried = () => attempt({ ...others, date });
    verdicts.push(await verdictOf(date, tried, (answer) => startIn(answer, date, raw, brand, now)));
  }
  const starts = verdicts.flatMap(({ start }) => start ?? []);
  const refusals = verdicts.flatMap(({ refused }) => refused ?? []);
  const elsewhere = refusals.flatMap(({ suggestions }) => suggestions);
  const standing = refusals[0]?.reasons.filter((one) => !isCuredByTime([one])) ?? [];
  if (starts.length === 0 && elsewhere.length === 0) {
    return new DomainError([reason, ...standing]);
  }
  const unique = new Map(
    (starts.length > 0 ? starts : elsewhere).map((one) => [one.timestamp, one]),
  );
  const say = { verdicts: verdicts.flatMap(({ why }) => why ?? []) };
  return new DomainError([{ ...reason, say }], { suggestions: [...unique.values()] });
}

async function verdictOf(
  date: string,
  tried: () => Promise<Answer>,
  read: (answer: Answer) => Suggestion | null,
): Promise<Verdict> {
  try {
    const start = read(await tried());
    return start === null ? {} : { start };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const nearest = error.suggestions.find((one) => one.date === formatDate(date));
    const { reasons, otherDays } = error;
    const why = { date, reasons, otherDays, nearest: nearest?.time ?? null };
    return nearest === undefined ? { refused: error, why } : { start: nearest, why };
  }
}

function startIn(
  { structured }: Answer,
  date: string,
  raw: Readonly<Record<string, unknown>>,
  { settings }: Brand,
  now: number,
): Suggestion | null {
  const { reservation } = structured as { readonly reservation?: Suggestion };
  if (reservation !== undefined) return suggestion(reservation.timestamp, settings.timeZone);
  const time = typeof raw["time"] === "string" ? parseTime(raw["time"]) : null;
  if (time?.ok !== true) return null;
  const start = resolveStart({ date, time: time.value, timestamp: null }, settings, now);
  return start.ok ? suggestion(start.value.startAt, settings.timeZone) : null;
}
