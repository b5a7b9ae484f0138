import type { Unavailable } from "../../../domain/reasons/call.ts";
import { formatDate } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { counted, listOf } from "../phrases.ts";

export const call = {
  BRAND_REQUIRED: ({ brands }) =>
    brands.length === 0
      ? "You cannot access any restaurant here. Ask an owner to add you to their team."
      : `brand is missing, and you can access several brands. Pass one of: ${brands.join(", ")}.`,
  "BRAND_UNKNOWN.not_yours": ({ brand, brands, say }) =>
    `${say.where} "${brand}" is not one of your brands. Yours: ${listOf(brands)}.`,
  "BRAND_UNKNOWN.stored": ({ say }) => `There is no brand ${say.brand}.`,
  "BRAND_MISMATCH.header": ({ brand, header }) =>
    `brand "${brand}" differs from the X-Brand-Slug header "${header}". Send the same slug in both, or leave brand out.`,
  FORBIDDEN_SCOPE: ({ scope, scopes, say }) =>
    `${say.tool} needs the scope ${scope}, which this token does not have. It has: ${listOf(scopes)}. ` +
    "Ask the restaurant for a key or an approval with that scope.",
  FORBIDDEN_TOOL: ({ tool, tools }) => `This key cannot call ${tool}. Its tools: ${listOf(tools)}.`,
  "FORBIDDEN_TOOL.role": ({ role, brand, say }) =>
    `${say.what ?? "Going over a limit"} needs ${role === "owner" ? "an" : "a"} ${role} of ${brand}. Ask somebody in that role to do it.`,
  "BUDGET_EXCEEDED.party": ({ limit, asked }) =>
    `This key can book parties of up to ${limit}; you asked for ${asked}. Have the restaurant book it.`,
  "BUDGET_EXCEEDED.days": ({ limit, asked, say }) =>
    `This key can book up to ${counted(limit, "day")} ahead, until ${formatDate(say.last)}; ${formatDate(say.date)} is ${counted(asked, "day")} ahead.`,
  "BUDGET_EXCEEDED.writes": ({ limit, say }) =>
    `This key can make ${counted(limit, "change")} a minute and has used them up. Wait ${counted(say.seconds, "second")}.`,
  IDEMPOTENCY_KEY_REUSED: ({ idempotencyKey, say }) =>
    `idempotencyKey "${idempotencyKey}" was used for ${say.tool} with other arguments in the last 24 hours. ` +
    "Send a new key for a new call, or the first arguments to get the first answer again.",
  "IDEMPOTENCY_KEY_REUSED.stored": "This idempotencyKey was used before; send a new key.",
  "INVALID_INPUT.answer": ({ say }) =>
    `${ANSWERS[say.why](say.minutes)} Nothing was changed. Call ${say.tool} again without requestState: your user is then asked again.`,
  "INVALID_INPUT.slug_taken": "A brand with this slug already exists; choose another slug.",
  INTERNAL: ({ requestId }) => `Internal error. Quote request ${requestId} when you report it.`,
  "INTERNAL.taken": ({ say }) =>
    `The new value of ${say.columns} is already taken; send the same call again.`,
  UNAVAILABLE: ({ say }) =>
    say.outcome === "nothing_saved"
      ? `${UNAVAILABLE[say.why]}; nothing was saved. Try again later.`
      : `${UNAVAILABLE[say.why]}; it is not known whether this was saved. Check before you send the call again.`,
  "NOT_FOUND.referred": "A record that this call refers to does not exist.",
  "INVALID_INPUT.stored": ({ say }) =>
    `A value is out of range and cannot be stored: ${say.constraint}.`,
} satisfies Partial<ReasonSentences>;

const ANSWERS = {
  unknown: () => "requestState is not what this server sent.",
  of_another: () => "requestState belongs to a question that another caller was asked.",
  to_another: () => "requestState belongs to a call with other arguments.",
  late: (minutes: number) =>
    `The answer came more than ${minutes} minutes after the question, so it does not count.`,
};

const UNAVAILABLE: Readonly<Record<Unavailable, string>> = {
  disk_full: "The disk or the database is full",
  out_of_memory: "The database ran out of memory",
  in_use: "The database is in use by another process",
  unreadable: "The database could not be read or written",
  ended: "The database ended the transaction",
  shutting_down: "The server is shutting down",
  locked: "Another process has held the database for too long",
};
