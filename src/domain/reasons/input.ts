import type { InZone, Suggestion } from "./admission.ts";

export type DateProblem =
  | { readonly is: "no_year" | "year" }
  | { readonly is: "weekday" | "month"; readonly word: string }
  | {
      readonly is: "no_such_day";
      readonly month: number;
      readonly day: number;
      readonly year: string;
    };

export type PhoneProblem =
  | { readonly is: "too_long" | "no_digits" | "no_country" | "invisible" | "extension" | "other" }
  | { readonly is: "not_national"; readonly country: string; readonly digits: number }
  | { readonly is: "not_international"; readonly digits: number };

export type Expected =
  | { readonly is: "type"; readonly type: string; readonly isText: boolean }
  | {
      readonly is: "least" | "most";
      readonly of: "characters" | "items" | "itself";
      readonly limit: number;
    }
  | { readonly is: "one_of"; readonly values: readonly string[] }
  | { readonly is: "own"; readonly must: string };

export type PlanProblem =
  | {
      readonly is: "unknown_table" | "unknown_area";
      readonly name: string;
      readonly nearest: string | null;
    }
  | {
      readonly is: "too_many";
      readonly what: "areas" | "tables" | "combinations" | "blocks";
      readonly count: number;
      readonly most: number;
    }
  | { readonly is: "twice"; readonly what: "area" | "table"; readonly name: string }
  | { readonly is: "least_above_most"; readonly minCovers: number; readonly maxCovers: number }
  | { readonly is: "same_combination"; readonly tables: readonly string[] }
  | { readonly is: "ends_before"; readonly from: string; readonly to: string }
  | { readonly is: "no_such_time"; readonly time: string; readonly zone: string };

interface Mismatch {
  readonly timestamp: number;
  readonly expected: number;
  readonly timestampReads: { readonly date: string; readonly time: string } | null;
  readonly dateAndTimeRead: { readonly date: string; readonly time: string };
  readonly say: InZone & {
    readonly candidates: readonly number[];
    readonly mistake: "seconds" | "read_as_utc" | null;
  };
}

export interface InputReasons {
  "INVALID_INPUT.no_object": {
    readonly say: { readonly operation: string; readonly value: unknown };
  };
  "INVALID_INPUT.unknown_parameter": {
    readonly nearest: string | null;
    readonly say: { readonly place: string; readonly known: readonly string[] };
  };
  "INVALID_INPUT.empty": { readonly parameter: string };
  "INVALID_INPUT.parameter": {
    readonly parameter: string;
    readonly say: { readonly expected: Expected; readonly value: unknown };
  };
  "INVALID_INPUT.unknown_key": {
    readonly path: string;
    readonly nearest: string | null;
    readonly say: {
      readonly noun: string;
      readonly shown: string;
      readonly known: readonly string[];
    };
  };
  "INVALID_INPUT.key": {
    readonly path: string;
    readonly expected: string;
    readonly say: { readonly key: unknown };
  };
  "INVALID_INPUT.value": {
    readonly path: string;
    readonly expected: string;
    readonly say: { readonly value: unknown; readonly noun: string };
  };
  "INVALID_INPUT.date": {
    readonly value: string;
    readonly send: string | null;
    readonly say: { readonly problem: DateProblem | null };
  };
  "INVALID_INPUT.time": {
    readonly value: string;
    readonly send: string | null;
    readonly say: { readonly sends: readonly string[] };
  };
  NONEXISTENT_TIME: {
    readonly before: Suggestion;
    readonly after: Suggestion;
    readonly say: InZone & {
      readonly date: string;
      readonly time: string;
      readonly skipsTo: number;
    };
  };
  TIMESTAMP_MISMATCH: Mismatch;
  "TIMESTAMP_MISMATCH.alone": Mismatch;
  PHONE_INVALID: {
    readonly say: {
      readonly raw: string;
      readonly problem: PhoneProblem;
      /** The country whose national numbers are accepted. Null if none are. */
      readonly country: string | null;
      /**
       * True if `raw` is a word such as "unknown". The sentence then says to ask for the number,
       * because a language model would otherwise invent one.
       */
      readonly saysNone: boolean;
    };
  };
  "INVALID_INPUT.cursor": { readonly say: { readonly cursor: string } };
  "INVALID_INPUT.area": {
    readonly parameter: string;
    readonly areas: readonly string[];
    readonly nearest: string | null;
    readonly say: { readonly name: string };
  };
  "INVALID_INPUT.table": {
    readonly parameter: string;
    readonly tables: readonly string[];
    readonly nearest: string | null;
    readonly say: { readonly name: string };
  };
  "INVALID_INPUT.plan": {
    readonly parameter: string;
    readonly say: { readonly at: string; readonly problem: PlanProblem };
  };
  "INVALID_INPUT.table_unsuitable": {
    readonly parameter: string;
    readonly say: {
      readonly table: string;
      readonly covers: number;
      /** Null if the table is kept for walk-ins. */
      readonly maxCovers: number | null;
    };
  };
  "INVALID_INPUT.tables_off": { readonly parameter: string };
  "INVALID_INPUT.service": {
    readonly services: readonly string[];
    readonly say: { readonly name: string };
  };
  "INVALID_INPUT.date_over": {
    readonly parameter: string;
    readonly say: { readonly date: string; readonly today: string };
  };
  "INVALID_INPUT.dates_swapped": { readonly say: { readonly from: string; readonly to: string } };
  "INVALID_INPUT.too_many_days": { readonly days: number; readonly limit: number };
  "INVALID_INPUT.note_too_long": {
    readonly length: number;
    readonly limit: number;
    readonly say: { readonly field: string };
  };
}
