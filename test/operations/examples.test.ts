// Goal: each example of an operation gives the answer that is written beside it. Method: before
// each example, fixed calls prepare a demo restaurant, with a fixed clock and fixed ids.
import { describe, expect, test } from "bun:test";
import { checkShape } from "../../src/operations/call/shape.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { playScene } from "../support/example-scenes.ts";

const examples = OPERATIONS.flatMap((operation) =>
  operation.examples.map(
    (example, index) => [operation.name, index + 1, operation, example] as const,
  ),
);

test("the first example of every operation has a written answer", () => {
  const without = OPERATIONS.filter(({ examples: [first] }) => first?.output === undefined);
  expect(without.map(({ name }) => name)).toEqual([]);
});

describe.each(examples)("%s, example %d", (name, _number, operation, { input, output }) => {
  test("passes the shape check", () => {
    expect(() => checkShape(operation, input)).not.toThrow();
  });
  test('gives the written answer; the answer fits the strict schema and its text never says "undefined"', async () => {
    if (output !== undefined) expect(operation.output.parse(output)).toEqual(output);
    const { structured, text } = await playScene(name, input);
    if (output !== undefined) expect(structured).toEqual(output as Record<string, unknown>);
    expect(text).not.toContain("undefined");
  });
});
