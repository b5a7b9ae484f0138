// Whether a repeatedly measured value has stopped growing.

/** How much a series may still rise over its second half, in its own unit. */
export interface Bound {
  /** Tolerance of any size. */
  readonly least: number;
  /** As a share of the median of that half. */
  readonly share: number;
}

/** What the second half of a series did. */
export interface Trend {
  readonly first: number;
  readonly median: number;
  readonly last: number;
  /** The rise from the beginning of the half to its end, computed from all points. */
  readonly rise: number;
  readonly allowed: number;
  readonly flat: boolean;
}

/** Fewer points do not show a trend. */
export const FEWEST_SAMPLES = 20;
/** Points that are enough for all pairs of them. */
const MOST_POINTS = 200;

/**
 * Judges only the second half, because the first one is warm-up. Its slope is the median of the
 * slopes of all pairs of points (Theil and Sen), which a few outliers, such as a moment before the
 * collector ran, do not move. Null: too few points to say.
 */
export function trendOf(series: readonly number[], { least, share }: Bound): Trend | null {
  if (series.length < FEWEST_SAMPLES) return null;
  const half = thinned(series.slice(Math.floor(series.length / 2)));
  const slopes = half.flatMap((value, from) =>
    half.slice(from + 1).map((later, gap) => (later - value) / (gap + 1)),
  );
  const rise = medianOf(slopes) * (half.length - 1);
  const median = medianOf(half);
  const allowed = Math.max(least, share * median);
  const [first = 0] = half;
  return { first, median, last: half.at(-1) ?? 0, rise, allowed, flat: rise <= allowed };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function thinned(series: readonly number[]): readonly number[] {
  const step = Math.ceil(series.length / MOST_POINTS);
  return series.filter((_, index) => index % step === 0);
}
