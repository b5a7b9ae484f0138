import { z } from "zod";
import type { AuditRow } from "../../domain/audit.ts";
import { refusal } from "../../domain/errors.ts";
import { addDays, startOfDay } from "../../domain/time.ts";
import type { AuditPlace } from "../../storage/audit-list.ts";
import { sayWhy } from "../../words/render.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam, dateParam, reservationIdParam } from "../params.ts";
import { seatsNamed } from "../seating/names.ts";
import { changedLines } from "./changed-lines.ts";

const MOST_ROWS = 500;
const ROWS = 50;
const ACTOR_KINDS = ["user", "api_key", "oauth", "guest", "system"] as const;

const input = z.strictObject({
  brand: brandParam,
  from: dateParam("First day").optional(),
  to: dateParam("Last day, inclusive").optional(),
  kind: z.enum(ACTOR_KINDS).optional(),
  principal: z.string().trim().max(200).describe("Id of a person, key or consent").optional(),
  operation: z.string().trim().max(64).optional(),
  reservation: reservationIdParam.optional(),
  cursor: z.string().max(64).optional(),
  limit: z.int().min(1).max(MOST_ROWS).default(ROWS),
});
type Input = z.infer<typeof input>;

const valuesShape = z.record(z.string(), z.unknown());

const changeShape = z.strictObject({
  id: z.string(),
  at: z.number(),
  actor: z.strictObject({ kind: z.enum(ACTOR_KINDS), id: z.string(), name: z.string() }),
  principal: z.string(),
  operation: z.string(),
  reservationId: z.string().nullable(),
  entryId: z.string().nullable(),
  about: z.string().nullable().describe("Name of the guest, person, key or app that was changed"),
  lines: z.array(z.string()),
  before: valuesShape,
  after: valuesShape,
  reason: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
});
export type LoggedChange = z.infer<typeof changeShape>;

const output = z.strictObject({
  changes: z.array(changeShape).describe("The newest first"),
  nextCursor: z.string().nullable(),
});
export type AuditLog = z.infer<typeof output>;

export const auditLog = defineOperation<Input, AuditLog>({
  name: "audit_log",
  title: "Audit log",
  scope: "bookings.read",
  role: "manager",
  input,
  output,
  hints: READS,
  run: show,
});

function show(given: Input, { stores, brand }: OperationContext): AuditLog {
  const zone = brand.settings.timeZone;
  const { from, to, kind, principal, operation, reservation, cursor, limit } = given;
  if (from !== undefined && to !== undefined && to < from) {
    throw refusal("INVALID_INPUT.days_backwards", { parameter: "to" });
  }
  const filter = {
    brand: brand.slug,
    from: from === undefined ? null : startOfDay(from, zone),
    until: to === undefined ? null : startOfDay(addDays(to, 1), zone),
    actorKind: kind ?? null,
    principal: principal ?? null,
    operation: operation ?? null,
    reservationId: reservation ?? null,
  };
  const place = cursor === undefined ? null : placeOf(cursor);
  const { rows, next } = stores.auditList.page(filter, place, limit);
  const names = new Map<string, string | null>();
  const nameOf = (id: string): string | null => {
    const found = names.get(id);
    if (found !== undefined) return found;
    const name = stores.reservations.get(id)?.name ?? stores.waitlist.entry(id)?.name ?? null;
    names.set(id, name);
    return name;
  };
  return {
    changes: rows.map((row) => changeOf(seatsNamed(row, { stores, brand }), zone, nameOf)),
    nextCursor: next === null ? null : `${next.at}.${next.sequence}`,
  };
}

const IN_HEADING = ["person", "name", "userId", "keyId", "grantId", "because"];

function changeOf(
  row: AuditRow,
  zone: string,
  guestName: (id: string) => string | null,
): LoggedChange {
  const { id, at, actor, principal, operation, reservationId, entryId } = row;
  const { before, after, idempotencyKey } = row;
  const isRenamed = before["name"] !== undefined && before["name"] !== after["name"];
  const without = (values: AuditRow["before"]): AuditRow["before"] =>
    isRenamed ? values : Object.fromEntries(Object.entries(values).filter(notInHeading));
  const guest = reservationId ?? entryId;
  const named = after["person"] ?? after["name"] ?? before["name"];
  return {
    id,
    at,
    actor: { ...actor },
    principal,
    operation,
    reservationId,
    entryId,
    about: guest === null ? (typeof named === "string" ? named : null) : guestName(guest),
    lines: changedLines({ before: without(before), after: without(after) }, zone),
    before: { ...before },
    after: { ...after },
    reason: sayWhy(row),
    idempotencyKey,
  };
}

const notInHeading = ([field]: [string, unknown]): boolean => !IN_HEADING.includes(field);

function placeOf(cursor: string): AuditPlace {
  const [, at, sequence] = /^(-?\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? [];
  if (at !== undefined && sequence !== undefined) {
    return { at: Number(at), sequence: Number(sequence) };
  }
  throw refusal("INVALID_INPUT.log_cursor", { parameter: "cursor", say: { cursor } });
}
