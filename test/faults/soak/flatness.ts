// Decides whether a repeatedly measured value has stopped growing.

/** How much a series may rise over its second half. The larger of the two limits applies. */
export interface Bound {
  /** In the unit of the series. */
  readonly least: number;
  /** As a share of the median of the second half. */
  readonly share: number;
}

/** The second half of a series. */
export interface Trend {
  readonly first: number;
  readonly median: number;
  readonly last: number;
  /** The rise over the half, computed from all its points. */
  readonly rise: number;
  readonly allowed: number;
  readonly flat: boolean;
}

/** A series with fewer points is not judged. */
export const FEWEST_SAMPLES = 20;
/** Longer series are thinned, because every pair of points is compared. */
const MOST_POINTS = 200;

/**
 * Judges only the second half, because the first half is warm-up. The slope is the median of the
 * slopes of all pairs of points (Theil and Sen), so that a few outliers, such as a peak before
 * garbage collection, do not change it. Null: too few points.
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
