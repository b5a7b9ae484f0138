// Goal: metrics are written in Prometheus' format, and the number of series is limited.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createRegistry } from "../../../src/web/metrics/registry.ts";
import { samplesOf } from "./samples.ts";

describe("the text of metrics", () => {
  test("has, for each metric, its help, its type and then its series, one per line", () => {
    const registry = createRegistry();
    const calls = registry.counter("calls_total", "Calls.\nBy tool.", ["tool", "outcome"]);
    calls.add(["a", "ok"]);
    calls.add(["a", "ok"], 2);
    calls.add(["b", 'say "\\"\n']);
    registry.counter("plain_total", "Nothing yet.");
    registry.gauge("size_bytes", "How large.", () => [[12.5]]);
    registry.gauge("odd", "Odd ones.", () => [[Number.POSITIVE_INFINITY], [Number.NaN]]);
    expect(registry.text()).toBe(
      [
        "# HELP calls_total Calls.\\nBy tool.",
        "# TYPE calls_total counter",
        'calls_total{tool="a",outcome="ok"} 3',
        'calls_total{tool="b",outcome="say \\"\\\\\\"\\n"} 1',
        "# HELP plain_total Nothing yet.",
        "# TYPE plain_total counter",
        "plain_total 0",
        "# HELP size_bytes How large.",
        "# TYPE size_bytes gauge",
        "size_bytes 12.5",
        "# HELP odd Odd ones.",
        "# TYPE odd gauge",
        "odd +Inf",
        "odd NaN",
        "",
      ].join("\n"),
    );
  });

  test("has cumulative histogram buckets whose bounds are inclusive", () => {
    const registry = createRegistry();
    const sizes = registry.histogram("batch", "Sizes.", [1, 2, 4], ["kind"]);
    for (const size of [1, 2, 2, 3, 9]) sizes.observe(size, ["x"]);
    expect(registry.text().split("\n").slice(2, -1)).toEqual([
      'batch_bucket{kind="x",le="1"} 1',
      'batch_bucket{kind="x",le="2"} 3',
      'batch_bucket{kind="x",le="4"} 4',
      'batch_bucket{kind="x",le="+Inf"} 5',
      'batch_sum{kind="x"} 17',
      'batch_count{kind="x"} 5',
    ]);
  });

  test("has every series on its own line, whatever text its labels contain", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 30 }), (pairs) => {
        const registry = createRegistry();
        const counter = registry.counter("n_total", "N.", ["a", "b"]);
        for (const pair of pairs) counter.add(pair);
        const samples = samplesOf(registry.text());
        expect([...samples.values()].reduce((sum, value) => sum + value, 0)).toBe(pairs.length);
        expect(samples.size).toBe(new Set(pairs.map((pair) => JSON.stringify(pair))).size);
      }),
    );
  });
});

describe("the registry", () => {
  test("counts all series of a metric beyond a thousand as one series", () => {
    const registry = createRegistry();
    const counter = registry.counter("n_total", "N.", ["a"]);
    for (let n = 0; n < 5000; n += 1) counter.add([String(n)]);
    const samples = samplesOf(registry.text());
    expect(samples.size).toBe(1001);
    expect(samples.get('n_total{a="other"}')).toBe(4000);
  });

  test("throws an error for a wrong number of labels", () => {
    const counter = createRegistry().counter("n_total", "N.", ["a"]);
    expect(() => counter.add([])).toThrow("1 labels");
  });
});
