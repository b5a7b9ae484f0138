// Goal: what was answered is kept small and comes back byte for byte.
import { describe, expect, test } from "bun:test";
import { packAnswer, unpackAnswer } from "../../src/storage/stored-answer.ts";

describe("a packed answer", () => {
  test.each([
    ["empty parts", "", ""],
    ["several lines", '{"a":"b\\nc"}', "Done.\nText.\n\n"],
    ["other scripts and emoji", '{"name":"Zoë 🍷 علی"}', "Zoë 🍷"],
    ["a long answer", JSON.stringify({ notes: "n".repeat(100_000) }), "t".repeat(50_000)],
  ])("comes back as it was: %s", (_what, structured, text) => {
    expect(unpackAnswer(packAnswer({ structured, text }))).toEqual({ structured, text });
  });

  test("that was not packed here is refused", () => {
    expect(() => unpackAnswer(new Uint8Array([9, 1, 2]))).toThrow();
  });
});
