import type { MessageKind } from "./message.ts";

export type WrittenKind = Exclude<MessageKind, "offer_gone" | "reply" | "staff">;

export type TemplateKind =
  | WrittenKind
  /** These three are wordings of the kind `cancellation`. */
  | "cancelled_by_guest"
  | "request_declined"
  | "request_cancelled";

export type Templates = Readonly<Partial<Record<TemplateKind, string>>>;

/** Without these fields, the guest could not act on the text. */
const REQUIRED: Readonly<Record<TemplateKind, readonly string[]>> = {
  confirmation: ["day", "time"],
  update: ["day", "time"],
  cancellation: ["day", "time"],
  cancelled_by_guest: ["day", "time"],
  request_received: ["day", "time"],
  request_declined: ["day", "time"],
  request_cancelled: ["day", "time"],
  offer: ["day", "time", "until"],
  attendance_ask: ["day", "time", "until"],
  follow_up: ["day", "time", "until"],
  reminder: ["day", "time"],
};

export const TEMPLATE_KINDS = Object.keys(REQUIRED) as readonly TemplateKind[];

const FIELDS = ["brand", "name", "size", "day", "time", "until", "link"];
const MAX_TEMPLATE = 480;
/** A request to reply CANCEL, END, QUIT or REVOKE. Gateways treat these words as STOP, so the guest would opt out. */
const MISREAD =
  /\b(?:reply|text|send|answer|antwort\w*|schreib\w*)\b[^.]*\b(?:CANCEL|END|QUIT|REVOKE)\b|\b(?:CANCEL|END|QUIT|REVOKE)\b[^.]*\b(?:antworten|schreiben)\b/i;

/** What a valid template looks like, as a noun phrase. Null if `text` is valid. */
export function expectedTemplate(kind: TemplateKind, text: string): string | null {
  const used = [...text.matchAll(/\{(\w*)\}/g)].map(([, field = ""]) => field);
  const known = used.every((field) => FIELDS.includes(field));
  const whole = REQUIRED[kind].every((field) => used.includes(field));
  // Only texts of the kinds that require {until} have a deadline.
  const answerable = REQUIRED[kind].includes("until") || !used.includes("until");
  const short = text.trim() !== "" && text.length <= MAX_TEMPLATE && !/\p{Cc}/u.test(text);
  if (known && whole && answerable && short && !MISREAD.test(text)) return null;
  const needed = REQUIRED[kind].map((field) => `{${field}}`).join(" and ");
  const fields = FIELDS.filter((field) => field !== "until" || REQUIRED[kind].includes("until"));
  return (
    `one line of up to ${MAX_TEMPLATE} characters with ${needed}, no fields but ` +
    `${fields.map((field) => `{${field}}`).join(" ")}, and no request to reply CANCEL, END, QUIT or ` +
    "REVOKE, which opts the guest out"
  );
}
