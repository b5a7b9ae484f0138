// Goal: every call acts on the brand that the caller named, or on the caller's only brand, and
// never on a brand to which the caller has no access. Method: a table of callers, headers and
// arguments, each with the expected brand or refusal.
import { describe, expect, test } from "bun:test";
import type { Caller, CallerKind } from "../../../src/domain/caller.ts";
import { DomainError } from "../../../src/domain/errors.ts";
import { resolveBrand } from "../../../src/operations/call/brand-resolution.ts";
import { published, said } from "../../support/said.ts";
import { caller } from "../house.ts";

const ONE = ["a"];
const TWO = ["a", "b"];
const NONE = undefined;
const X = "not-held";

type Row = readonly [
  kind: CallerKind,
  brands: readonly string[],
  header: string | null,
  named: string | undefined,
  outcome: string,
];

const TABLE: readonly Row[] = [
  ["api_key", ONE, null, NONE, "a"],
  ["api_key", ONE, null, "a", "a"],
  ["api_key", ONE, null, X, "BRAND_UNKNOWN"],
  ["api_key", ONE, X, NONE, "a"],
  ["api_key", TWO, null, NONE, "BRAND_REQUIRED"],
  ["api_key", TWO, "b", NONE, "BRAND_REQUIRED"],
  ["api_key", TWO, null, "b", "b"],
  ["api_key", TWO, "a", "b", "b"],
  ["api_key", TWO, X, "b", "b"],
  ["api_key", TWO, null, X, "BRAND_UNKNOWN"],

  ["oauth", ONE, null, NONE, "a"],
  ["oauth", ONE, "a", NONE, "a"],
  ["oauth", ONE, X, NONE, "BRAND_UNKNOWN"],
  ["oauth", TWO, null, NONE, "BRAND_REQUIRED"],
  ["oauth", TWO, "b", NONE, "b"],
  ["oauth", TWO, "a", "b", "b"],
  ["oauth", TWO, null, "b", "b"],
  ["oauth", TWO, null, X, "BRAND_UNKNOWN"],
  ["oauth", TWO, X, "b", "BRAND_UNKNOWN"],

  ["session", ONE, null, NONE, "a"],
  ["session", TWO, null, NONE, "BRAND_REQUIRED"],
  ["session", TWO, "b", NONE, "b"],
  ["session", TWO, "b", "b", "b"],
  ["session", TWO, "a", "b", "BRAND_MISMATCH"],
  ["session", TWO, null, "b", "b"],
  ["session", TWO, null, X, "BRAND_UNKNOWN"],
  ["session", TWO, X, NONE, "BRAND_UNKNOWN"],
  ["session", TWO, X, "b", "BRAND_UNKNOWN"],
];

function outcomeOf(from: Caller, named: string | undefined): string | DomainError {
  try {
    return resolveBrand(from, named);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

describe("the brand of a call", () => {
  test.each(TABLE)(
    "for %s with access to %p, header %p and argument %p: %s",
    (kind, brands, header, named, expected) => {
      const outcome = outcomeOf(caller({ kind, brands, headerBrand: header }), named);
      expect(outcome instanceof DomainError ? outcome.code : outcome).toBe(expected);
    },
  );
});

describe("the refusal of a brand", () => {
  test("lists only the caller's brands", () => {
    for (const named of [NONE, X]) {
      const refusal = outcomeOf(caller({ brands: TWO }), named) as DomainError;
      expect(said(refusal)).toContain("a, b");
      expect(published(refusal.reasons[0])["brands"]).toEqual(TWO);
    }
  });
  test("is the same for a brand that the caller cannot access and for one that does not exist", () => {
    const [one, other] = ["theirs", "nobodys"].map((named) => {
      const refusal = outcomeOf(caller({ brands: TWO }), named) as DomainError;
      return { code: refusal.code, message: said(refusal).replaceAll(named, "?") };
    });
    expect(one).toEqual(other as NonNullable<typeof other>);
  });
  test("says whether the header or the parameter was wrong", () => {
    const byHeader = outcomeOf(caller({ kind: "oauth", headerBrand: X }), NONE) as DomainError;
    expect(said(byHeader)).toContain("X-Brand-Slug");
    const session = caller({ kind: "session", brands: TWO, headerBrand: "a" });
    const mismatch = outcomeOf(session, "b") as DomainError;
    expect(said(mismatch)).toContain('"a"');
    expect(said(mismatch)).toContain('"b"');
  });
  test("says that the caller has no brand if all of its brands were deleted", () => {
    const refusal = outcomeOf(caller({ brands: [] }), NONE) as DomainError;
    expect(said(refusal)).toContain("cannot access any");
    expect(said(refusal)).not.toContain("several");
  });
});
