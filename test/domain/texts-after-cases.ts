// Helpers for tables of cases of `textsAfter`: a case is a situation and, in words, the text that
// follows.
import type { MessageKind, MessageState } from "../../src/domain/message.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import { type PastText, type TextFacts, textsAfter } from "../../src/domain/texts-after.ts";
import { EVENING, HOUR, MINUTE, reservation } from "../storage/samples.ts";

export const ADA = "+12125550123";
export const EVE = "+12125550124";
/** 2:00 PM on the day before; the brand's quiet hours begin at 9:30 PM. */
export const AFTERNOON = EVENING - 29 * HOUR;
export const MIDNIGHT = EVENING - 19 * HOUR;

export interface Case {
  readonly before?: Partial<Reservation>;
  readonly after?: Partial<Reservation>;
  /** `kind state[?][@phone]`, the oldest first; `?`: perhaps sent. */
  readonly history?: readonly string[];
  readonly settings?: object;
  readonly facts?: Partial<Omit<TextFacts, "phone" | "cause">>;
  readonly phone?: Partial<TextFacts["phone"]>;
}

export function past(texts: readonly string[]): PastText[] {
  return texts
    .map((text, index): PastText => {
      const [, kind, state, doubt, to = ADA] = /^(\w+) (\w+)(\?)?(?:@(\+\d+))?$/.exec(text) ?? [];
      return {
        kind: kind as MessageKind,
        state: state as MessageState,
        to,
        createdAt: AFTERNOON - HOUR + index,
        doubtful: doubt === "?",
      };
    })
    .reverse();
}

/**
 * The text that follows, in words, such as "cancellation again as request_declined", or "nothing".
 * "untold": no cancellation is sent, because no text told the guest of the table.
 */
export function outcome(cause: TextFacts["cause"], given: Case): string {
  const stored = reservation({ phone: ADA, endAt: EVENING + 105 * MINUTE, ...given.before });
  const after = { ...stored, revision: 2, ...given.after };
  const settings = resolveSettings({
    timeZone: "America/New_York",
    defaultCountry: "US",
    smsBudget: { directPerPhone: 3 },
    ...given.settings,
  });
  const now = given.facts?.now ?? AFTERNOON;
  const facts: TextFacts = {
    now,
    endingsAt: now,
    cause,
    by: "caller",
    budgetLeft: true,
    ...given.facts,
    phone: { usable: "yes", direct: 0, cancelled: 0, ...given.phone },
  };
  const { text, untold, flags } = textsAfter(
    stored,
    after,
    past(given.history ?? []),
    settings,
    facts,
  );
  const called = flags === after.flags ? "" : ", call";
  if (untold) return `untold${called}`;
  if (text === null) return `nothing${called}`;
  const again = text.again === null ? "" : " again";
  const wording = text.wording === text.kind ? "" : ` as ${text.wording}`;
  const later = text.dueAt === now ? "" : ` in ${(text.dueAt - now) / HOUR} h`;
  const why = text.notSent === null ? "" : `, not sent: ${text.notSent}`;
  return text.kind + again + wording + later + why + called;
}

export type Row = readonly [what: string, given: Case, follows: string];
export const PENDING = { before: { status: "pending" } } as const;
export const CANCELLED = { before: { status: "cancelled" }, after: { status: "booked" } } as const;
export const OVER = { direct: 3 };
export const QUIET = { cancelNotification: false };
export const TELLS = { updateNotification: true };
