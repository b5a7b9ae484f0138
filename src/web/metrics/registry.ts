/** Counters, histograms and gauges in Prometheus' text format 0.0.4. */
export interface Registry {
  /** A counter never falls. `name` ends in `_total`. */
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** `buckets`: upper bounds, ascending. */
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly string[],
  ): Histogram;
  /**
   * Calls `read` at each scrape. Use the type "counter" for a count that another part of the program
   * keeps.
   */
  gauge(
    name: string,
    help: string,
    read: () => readonly Sample[],
    options?: { readonly labels?: readonly string[]; readonly type?: "gauge" | "counter" },
  ): void;
  text(): string;
}

export interface Counter {
  /** `values`: the label values, in the order of the labels. */
  add(values?: readonly string[], by?: number): void;
}

export interface Histogram {
  observe(value: number, values?: readonly string[]): void;
}

export type Sample = readonly [value: number, values?: readonly string[]];

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Maximum sets of label values per metric, to limit memory. Further sets are counted as "other". */
const MAX_SERIES = 1000;
const OTHER = "other";

export function createRegistry(): Registry {
  const families: (() => string[])[] = [];
  const family = (name: string, help: string, type: string, lines: () => string[]): void =>
    void families.push(() => [...heading(name, help, type), ...lines()]);
  return {
    counter(name, help, labels = []) {
      const series = createSeries(labels.length, () => ({ count: 0 }));
      family(name, help, "counter", () =>
        series.all().map(({ values, state }) => line(name, labels, values, state.count)),
      );
      return {
        add(values = [], by = 1) {
          series.at(values).count += by;
        },
      };
    },
    histogram(name, help, bounds, labels = []) {
      const series = createSeries(labels.length, () => ({
        /** Counts per bucket, not cumulative. The last bucket is +Inf. */
        counts: Array.from({ length: bounds.length + 1 }, () => 0),
        sum: 0,
      }));
      family(name, help, "histogram", () =>
        series.all().flatMap(({ values, state: { counts, sum } }) => {
          let total = 0;
          const buckets = [...bounds.map(String), "+Inf"].map((bound, index) => {
            total += counts[index] ?? 0;
            return line(`${name}_bucket`, [...labels, "le"], [...values, bound], total);
          });
          return [
            ...buckets,
            line(`${name}_sum`, labels, values, sum),
            line(`${name}_count`, labels, values, total),
          ];
        }),
      );
      return {
        observe(value, values = []) {
          const state = series.at(values);
          const found = bounds.findIndex((bound) => value <= bound);
          const index = found === -1 ? bounds.length : found;
          state.counts[index] = (state.counts[index] ?? 0) + 1;
          state.sum += value;
        },
      };
    },
    gauge(name, help, read, { labels = [], type = "gauge" } = {}) {
      family(name, help, type, () =>
        read().map(([value, values = []]) => line(name, labels, values, value)),
      );
    },
    text: () => `${families.flatMap((lines) => lines()).join("\n")}\n`,
  };
}

interface OneSeries<State> {
  readonly values: readonly string[];
  readonly state: State;
}

function createSeries<State>(labels: number, make: () => State) {
  const known = new Map<string, OneSeries<State>>();
  const others = Array.from({ length: labels }, () => OTHER);
  const at = (values: readonly string[]): State => {
    if (values.length !== labels) throw new Error(`${labels} labels are expected.`);
    const key = values.join("\0");
    const found = known.get(key);
    if (found !== undefined) return found.state;
    if (known.size >= MAX_SERIES && key !== others.join("\0")) return at(others);
    const made = { values: [...values], state: make() };
    known.set(key, made);
    return made.state;
  };
  // Without labels there is one series, which starts at 0.
  if (labels === 0) at([]);
  return { at, all: (): OneSeries<State>[] => [...known.values()] };
}

const heading = (name: string, help: string, type: string): string[] => [
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
  `# TYPE ${name} ${type}`,
];

function line(
  name: string,
  labels: readonly string[],
  values: readonly string[],
  value: number,
): string {
  const pairs = labels.map((label, index) => `${label}="${escaped(values[index] ?? "")}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${written(value)}`;
}

const escaped = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

function written(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return String(value);
}
