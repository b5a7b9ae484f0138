// Goal: what was answered is kept small and comes back byte for byte, by this version and later ones.
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

  test("of the first dictionary is still read", () => {
    const stored = Uint8Array.fromHex(FIRST);
    expect(unpackAnswer(stored)).toEqual({
      structured: '{"reservation":{"id":"6b0"},"changed":true,"dryRun":false}',
      text: "Done.",
    });
  });

  test("that was not packed here is refused", () => {
    expect(() => unpackAnswer(new Uint8Array([9, 1, 2]))).toThrow("names no dictionary");
    expect(() => unpackAnswer(new Uint8Array([0, 1, 2]))).toThrow();
  });
});

const FIRST = "00783f75966195c39dda09045e2d17b8960400c3b015a3";
