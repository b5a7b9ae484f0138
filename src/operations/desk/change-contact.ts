import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { normalisePhone } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Warning } from "../../domain/warnings.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import {
  brandParam,
  emailOrEmptyParam,
  nameParam,
  reservationIdParam,
  writeParams,
} from "../params.ts";
import { type Changes, recordChange } from "../reservation/record-change.ts";
import { ReservationTexts, type TextsOutcome } from "../reservation/texts.ts";
import { type WriteResult, writeResultShape } from "../reservation/wire.ts";
import { asksFor } from "../reservation/world.ts";
import { findReservation, writeResult, writeText } from "../reservation/write-result.ts";

const MAX_PHONE = 100;

const input = z.strictObject({
  brand: brandParam,
  id: reservationIdParam,
  name: nameParam,
  phone: z.string().trim().max(MAX_PHONE).describe("As typed; empty takes it away"),
  email: emailOrEmptyParam,
  ...writeParams,
});
type Input = z.infer<typeof input>;

/** Name, phone and e-mail change at the desk only: whoever has a tool could send a table away. */
export const changeContact = defineOperation({
  name: "change_contact",
  title: "Change name or contact",
  scope: "bookings.write",
  role: "host",
  description:
    "Corrects the name, phone or e-mail of a reservation. Texts that have not gone out yet go to the new phone; a " +
    "guest whose phone was wrong gets the confirmation SMS there.",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  examples: [
    {
      input: {
        id: "6afe03c027935d40f69e49ab",
        name: "Ana Lopez",
        phone: "(212) 555-0123",
        email: "",
      },
    },
  ],
  form: { submit: "Save contact" },
  run: change,
  text: writeText,
});

function change(given: Input, context: OperationContext): WriteResult {
  const before = findReservation(given.id, context);
  const { phone, warnings } = phoneOf(given, before, context);
  const changes: Changes = {
    name: given.name,
    phone,
    email: given.email || null,
  };
  const changed = recordChange(before, changes, changeContact.name, context);
  const { reservation } = changed;
  const told = reservation.phone !== before.phone || reservation.name !== before.name;
  const texts = told ? renewTexts(before, reservation, context) : NO_TEXTS;
  return writeResult(changed, context, {
    ...texts,
    warnings: [...warnings, ...texts.warnings],
  });
}

function phoneOf(
  { phone }: Input,
  before: Reservation,
  { brand }: OperationContext,
): { readonly phone: string | null; readonly warnings: readonly Warning[] } {
  if (phone === "") return { phone: null, warnings: [] };
  const read = normalisePhone(phone, brand.settings.defaultCountry);
  if (!read.ok) throw new DomainError([read.reason]);
  const unverified = read.warning === null || read.phone === before.phone ? [] : [read.warning];
  return {
    phone: read.phone,
    warnings: unverified.map((message) => ({ code: "PHONE_UNVERIFIED", message })),
  };
}

const NO_TEXTS: TextsOutcome = { notifications: [], warnings: [] };

/**
 * What waits to be sent would go to the old phone or greet the old name. Who has a new phone has
 * heard nothing there.
 */
function renewTexts(
  before: Reservation,
  reservation: Reservation,
  context: OperationContext,
): TextsOutcome {
  const { status, attendance, startAt, id, phone } = reservation;
  const { messages } = context.stores;
  const first = status === "pending" ? "request_received" : "confirmation";
  const unsentFirst = messages.voidUnsent(id, [first]) > 0;
  messages.voidUnsent(id);
  const hasBegun = startAt <= context.stores.clock.endingsAt(context.now);
  if ((status !== "booked" && status !== "pending") || hasBegun) return NO_TEXTS;
  const newPhone = phone !== null && phone !== before.phone;
  // After an undo the same confirmation may have been sent before the one that is written anew.
  const again = unsentFirst && messages.sent(id, first) ? { again: reservation.revision } : {};
  const guestTexts = new ReservationTexts(reservation, context);
  const now =
    reservation.notifyCustomer && phone !== null && (unsentFirst || newPhone)
      ? guestTexts.sendNow(first, again)
      : NO_TEXTS;
  const asks = attendance === "pending" ? asksFor(startAt, context) : null;
  const questions = guestTexts.planQuestions(asks ?? {});
  return { ...now, notifications: [...now.notifications, ...questions] };
}
