import { refusal } from "../../domain/errors.ts";
import type { EntryPlace } from "../../storage/waitlist-store.ts";

/** A place in a list ordered by start and id: the end of one page and the beginning of the next. */
export interface Place {
  readonly startAt: number;
  readonly id: string;
}

/** A place as callers send it back. */
export const pageCursor = ({ startAt, id }: Place): string => `${startAt}.${id}`;

/** Reads a cursor. Error: INVALID_INPUT if it is not one of ours. */
export function readCursor(cursor: string): Place {
  const [, startAt, id] = /^(-?\d{1,15})\.([0-9a-f]{24})$/.exec(cursor) ?? [];
  if (startAt === undefined || id === undefined) throw unreadable(cursor);
  return { startAt: Number(startAt), id };
}

/** A place in the waitlist as callers send it back. */
export const entryCursor = ({ priority, createdAt, id }: EntryPlace): string =>
  `${priority}.${createdAt}.${id}`;

/** Reads a cursor of the waitlist. Error: INVALID_INPUT if it is not one of ours. */
export function readEntryCursor(cursor: string): EntryPlace {
  const [, priority, createdAt, id] = /^(\d)\.(-?\d{1,15})\.([0-9a-f]{24})$/.exec(cursor) ?? [];
  if (priority === undefined || createdAt === undefined || id === undefined) {
    throw unreadable(cursor);
  }
  return { priority: Number(priority), createdAt: Number(createdAt), id };
}

const unreadable = (cursor: string) =>
  refusal("INVALID_INPUT.cursor", { parameter: "cursor", say: { cursor } });
