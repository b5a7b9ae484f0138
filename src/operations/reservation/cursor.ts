import { refusal } from "../../domain/errors.ts";
import type { EntryPlace } from "../../storage/waitlist-store.ts";

export interface Place {
  readonly startAt: number;
  readonly id: string;
}

export const pageCursor = ({ startAt, id }: Place): string => `${startAt}.${id}`;

/** Error: INVALID_INPUT. */
export function readCursor(cursor: string): Place {
  const [, startAt, id] = /^(-?\d{1,15})\.([0-9a-f]{24})$/.exec(cursor) ?? [];
  if (startAt === undefined || id === undefined) throw unreadable(cursor);
  return { startAt: Number(startAt), id };
}

export const entryCursor = ({ priority, createdAt, id }: EntryPlace): string =>
  `${priority}.${createdAt}.${id}`;

/** Error: INVALID_INPUT. */
export function readEntryCursor(cursor: string): EntryPlace {
  const [, priority, createdAt, id] = /^(\d)\.(-?\d{1,15})\.([0-9a-f]{24})$/.exec(cursor) ?? [];
  if (priority === undefined || createdAt === undefined || id === undefined) {
    throw unreadable(cursor);
  }
  return { priority: Number(priority), createdAt: Number(createdAt), id };
}

const unreadable = (cursor: string) =>
  refusal("INVALID_INPUT.cursor", { parameter: "cursor", say: { cursor } });
