import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { normalisePhone } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Warning } from "../../domain/warnings.ts";
import { brandChecks } from "../call/brand-faults.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import {
  brandParam,
  emailOrEmptyParam,
  nameParam,
  phoneCheck,
  reservationIdParam,
  writeParams,
} from "../params.ts";
import { type Changes, recordChange } from "../reservation/record-change.ts";
import { renewTexts } from "../reservation/texts.ts";
import { type WriteResult, writeResultShape } from "../reservation/wire.ts";
import { findReservation, writeResult } from "../reservation/write-result.ts";

const MAX_PHONE = 100;

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  name: nameParam,
  phone: z
    .string()
    .trim()
    .max(MAX_PHONE)
    .describe("The phone as typed; an empty text removes the phone")
    .register(brandChecks, phoneCheck),
  email: emailOrEmptyParam,
  ...writeParams,
});
type Input = z.infer<typeof input>;

/** Only for people: an agent that changes the phone could take over a guest's table. */
export const changeContact = defineOperation({
  name: "change_contact",
  title: "Change name or contact",
  words: { done: "contact saved", history: "Contact changed" },
  scope: "bookings.write",
  role: "host",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [
    {
      input: {
        id: "01a1f03ea60027935d40f69e",
        name: "Ana Lopez",
        phone: "(212) 555-0123",
        email: "",
      },
    },
  ],
  run: change,
});

function change(given: Input, context: OperationContext): WriteResult {
  const before = findReservation(given.id, context);
  const { phone, warnings } = phoneOf(given, before, context);
  const changes: Changes = { name: given.name, phone, email: given.email || null };
  const changed = recordChange(before, changes, changeContact.name, context);
  const { reservation } = changed;
  const affectsTexts = reservation.phone !== before.phone || reservation.name !== before.name;
  if (!affectsTexts) return writeResult(changed, context, { warnings });
  const texts = renewTexts(before, reservation, { kind: "corrected" }, context);
  return writeResult(changed, context, { ...texts, warnings: [...warnings, ...texts.warnings] });
}

function phoneOf(
  { phone }: Input,
  before: Reservation,
  { brand }: OperationContext,
): { readonly phone: string | null; readonly warnings: readonly Warning[] } {
  if (phone === "") return { phone: null, warnings: [] };
  const read = normalisePhone(phone, brand.settings.defaultCountry);
  if (!read.ok) throw new DomainError([read.reason]);
  const isNew = read.phone !== before.phone;
  return { phone: read.phone, warnings: isNew && read.warning !== null ? [read.warning] : [] };
}
