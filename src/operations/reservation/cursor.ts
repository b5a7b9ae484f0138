import { refusal } from "../../domain/errors.ts";

/** The place in a list by start and id: what a page ends with and the next one starts after. */
export interface Place {
  readonly startAt: number;
  readonly id: string;
}

/** A place as callers hand it back. */
export const pageCursor = ({ startAt, id }: Place): string => `${startAt}.${id}`;

/** Reads a cursor. Error: INVALID_INPUT for anything that is none. */
export function readCursor(cursor: string): Place {
  const match = /^(-?\d{1,15})\.([0-9a-f]{24})$/.exec(cursor);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw refusal(
      "INVALID_INPUT",
      `cursor "${cursor}" is none of ours. Pass nextCursor of the answer before, or leave it out to start anew.`,
      { parameter: "cursor" },
    );
  }
  return { startAt: Number(match[1]), id: match[2] };
}
