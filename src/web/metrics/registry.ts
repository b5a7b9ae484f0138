/** Figures that are counted and read as text in Prometheus' exposition format, version 0.0.4. */
export interface Registry {
  /** Something that only grows. Names end in `_total`. */
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** How large or how long things are; `buckets` are upper bounds, ascending. */
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly string[],
  ): Histogram;
  /** Something that is read when somebody asks; a counter that is kept elsewhere is one too. */
  gauge(
    name: string,
    help: string,
    read: () => readonly Sample[],
    options?: { readonly labels?: readonly string[]; readonly type?: "gauge" | "counter" },
  ): void;
  /** Everything, in the order in which it was registered. */
  text(): string;
}

export interface Counter {
  /** `values` are those of the labels, in their order. */
  add(values?: readonly string[], by?: number): void;
}

export interface Histogram {
  observe(value: number, values?: readonly string[]): void;
}

/** One value with those of its labels. */
export type Sample = readonly [value: number, values?: readonly string[]];

/** What `text` is served as. */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Series of one name. Labels are bounded by what the program knows; this is for the case that one
 * is not: what comes later is counted together.
 */
const MAX_SERIES = 1000;
const OTHER = "other";

interface Family {
  text(): string;
}

/** An empty registry. */
export function createRegistry(): Registry {
  const families: Family[] = [];
  const register = <T extends Family>(family: T): T => {
    families.push(family);
    return family;
  };
  return {
    counter: (name, help, labels = []) => register(new CounterFamily(name, help, labels)),
    histogram: (name, help, buckets, labels = []) =>
      register(new HistogramFamily(name, help, buckets, labels)),
    gauge: (name, help, read, { labels = [], type = "gauge" } = {}) =>
      void register({
        text: () => {
          const lines = read().map(([value, values]) => line(name, labels, values ?? [], value));
          return [...heading(name, help, type), ...lines].join("\n");
        },
      }),
    text: () => `${families.map((family) => family.text()).join("\n")}\n`,
  };
}

/** Series by the values of their labels. */
class SeriesMap<T> {
  readonly #series = new Map<string, { readonly values: readonly string[]; readonly state: T }>();
  readonly #labels: number;
  readonly #make: () => T;

  constructor(labels: number, make: () => T) {
    this.#labels = labels;
    this.#make = make;
  }

  at(values: readonly string[]): T {
    if (values.length !== this.#labels) throw new Error(`${this.#labels} labels are expected.`);
    const key = values.length === 1 ? (values[0] ?? "") : values.join("\0");
    const known = this.#series.get(key);
    if (known !== undefined) return known.state;
    const others = Array.from({ length: this.#labels }, () => OTHER);
    if (this.#series.size >= MAX_SERIES && key !== others.join("\0")) return this.at(others);
    const made = { values: [...values], state: this.#make() };
    this.#series.set(key, made);
    return made.state;
  }

  all(): Iterable<{ readonly values: readonly string[]; readonly state: T }> {
    return this.#series.values();
  }
}

class CounterFamily implements Counter, Family {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly string[];
  readonly #series;

  constructor(name: string, help: string, labels: readonly string[]) {
    this.#name = name;
    this.#help = help;
    this.#labels = labels;
    this.#series = new SeriesMap(labels.length, () => ({ count: 0 }));
    // Without labels there is one series, and it is there before anything happened.
    if (labels.length === 0) this.#series.at([]);
  }

  add(values: readonly string[] = [], by = 1): void {
    this.#series.at(values).count += by;
  }

  text(): string {
    const lines = [...this.#series.all()].map(({ values, state }) =>
      line(this.#name, this.#labels, values, state.count),
    );
    return [...heading(this.#name, this.#help, "counter"), ...lines].join("\n");
  }
}

interface Distribution {
  /** How many fell into each bucket, not cumulative; the last one is for what is above all. */
  readonly counts: number[];
  sum: number;
}

class HistogramFamily implements Histogram, Family {
  readonly #name: string;
  readonly #help: string;
  readonly #buckets: readonly number[];
  readonly #labels: readonly string[];
  readonly #series;

  constructor(name: string, help: string, buckets: readonly number[], labels: readonly string[]) {
    this.#name = name;
    this.#help = help;
    this.#buckets = buckets;
    this.#labels = labels;
    this.#series = new SeriesMap<Distribution>(labels.length, () => ({
      counts: Array.from({ length: buckets.length + 1 }, () => 0),
      sum: 0,
    }));
    if (labels.length === 0) this.#series.at([]);
  }

  observe(value: number, values: readonly string[] = []): void {
    const found = this.#buckets.findIndex((bound) => value <= bound);
    const index = found === -1 ? this.#buckets.length : found;
    const state = this.#series.at(values);
    state.counts[index] = (state.counts[index] ?? 0) + 1;
    state.sum += value;
  }

  text(): string {
    const lines = [...this.#series.all()].flatMap(({ values, state }) => {
      let total = 0;
      const bounds = [...this.#buckets.map(String), "+Inf"];
      const buckets = bounds.map((bound, index) => {
        total += state.counts[index] ?? 0;
        return line(`${this.#name}_bucket`, [...this.#labels, "le"], [...values, bound], total);
      });
      return [
        ...buckets,
        line(`${this.#name}_sum`, this.#labels, values, state.sum),
        line(`${this.#name}_count`, this.#labels, values, total),
      ];
    });
    return [...heading(this.#name, this.#help, "histogram"), ...lines].join("\n");
  }
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

/** Go's spelling of the values that JSON lacks. */
function written(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return String(value);
}
