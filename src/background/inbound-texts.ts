import type { ClockWatch } from "../domain/clock-watch.ts";
import { newId } from "../domain/ids.ts";
import { DAY } from "../domain/time.ts";
import { visibleText } from "../domain/visible-text.ts";
import type { MachineContext } from "../operations/call/acting-as.ts";
import { CLOCKS_MS } from "../operations/guest/asked.ts";
import { optIn } from "../operations/guest/opt-in.ts";
import { askForCall, optOut } from "../operations/guest/opt-out.ts";
import { noteUnread } from "../operations/guest/unread-text.ts";
import { type Answered, answerYesOrNo, type ReplyText } from "../operations/guest/yes-or-no.ts";
import {
  type MoreWords,
  mayMeanBooking,
  type ReplyWord,
  replyWordOf,
} from "../words/reply-word.ts";
import type { Machine } from "./sweep.ts";

/** A text from a guest, as a gateway sends it. */
export interface InboundText {
  /** E.164. */
  readonly from: string;
  readonly body: string;
  /** The number it was sent to. */
  readonly to?: string | null;
  /** When it was written, epoch milliseconds; absent: when it arrives. */
  readonly writtenAt?: number;
  /** The brand it is for; absent: every brand, since they share a number. */
  readonly brand?: string;
  /** STOP or START, as the gateway understood it: it blocks or unblocks the phone itself. */
  readonly takenFor?: "stop" | "start";
  /** The gateway. */
  readonly provider?: string;
  /** The gateway's id of the text, so that each is handled once. */
  readonly providerEventId?: string;
}

/**
 * How a text was understood. `overtaken`: a later START or STOP counts. `unread`: a person has to
 * read it. `too_many`: many texts of this phone wait already, so it is only stored. `repeated`: it
 * was handled before.
 */
export type HandledAs =
  | "opted_out"
  | "opted_in"
  | "overtaken"
  | Exclude<Answered, null>
  | "unread"
  | "too_many"
  | "repeated";

/** The `provider` of a text that no gateway sent. */
const BY_HAND = "test";
/** Longer texts are cut; no word that acts is longer. */
const MAX_KEPT = 4000;
const MAX_NUMBER = 64;
/**
 * How old a text may be when it arrives. A restaurant may be closed, with its server off, for
 * weeks.
 */
const LATEST_MS = 21 * DAY;
/** Further unread texts of one phone are not listed: they would hide those of other guests. */
const MOST_TO_READ = 20;

/**
 * Handles guests' texts. Known words act at once, in the same transaction that stores the text, so
 * a repeated delivery changes nothing. Everything else waits for a person and gets no answer. The
 * words of English and of the restaurants' languages are known; `words` adds more.
 */
export const createInbox =
  (machine: Machine, words?: MoreWords) =>
  async (text: InboundText): Promise<HandledAs> => {
    const handledAs = await machine.writer.write(() => take(text, machine, words));
    const { from, provider = BY_HAND } = text;
    machine.log.info("inbound_text", { provider, from, handledAs });
    return handledAs;
  };

function take(text: InboundText, machine: Machine, words?: MoreWords): HandledAs {
  const { stores, random } = machine;
  const now = machine.clock();
  const { provider = BY_HAND, providerEventId } = text;
  if (providerEventId !== undefined && stores.inboundTexts.known(provider, providerEventId)) {
    return "repeated";
  }
  const id = newId(now, random);
  const writtenAt = timeOf(text, stores.clock, now);
  const reply = { id, writtenAt };
  const { reached, contexts } = audienceOf(text, writtenAt, machine, now);
  const word = wordOf(text, contexts, words);
  const understood = handle(text, reply, word, contexts, { now, stores, random });
  if (understood === "unread" || understood === "ambiguous") {
    noteUnread(text.from, reply, contexts);
  }
  const receivedAt = writtenAt ?? now;
  const since = receivedAt - DAY;
  const toRead = understood === "unread" ? stores.inboundTexts.toRead(text.from, since) : 0;
  const handledAs = toRead < MOST_TO_READ ? understood : "too_many";
  stores.inboundTexts.insert({
    id,
    provider,
    providerEventId: providerEventId ?? id,
    sender: text.from.slice(0, MAX_NUMBER),
    recipient: text.to?.slice(0, MAX_NUMBER) ?? null,
    body: visibleText(text.body.slice(0, MAX_KEPT)),
    receivedAt,
    handledAs,
  });
  for (const slug of reached) stores.textAudience.add(id, slug);
  return handledAs;
}

/**
 * When a text was written, epoch milliseconds; null if the gateway does not say. A time in the
 * future counts as now. A time before the limit comes from a clock that was never set, so the text
 * counts as written at the limit, in order of arrival.
 */
const timeOf = ({ writtenAt }: InboundText, clock: ClockWatch, now: number): number | null =>
  writtenAt === undefined
    ? null
    : Math.max(clock.endingsAt(now) - LATEST_MS, Math.min(writtenAt, clock.dueBy(now)));

/**
 * A phone that the gateway blocks gets no answer, whatever the word. If the gateway unblocks it,
 * the word may have been YES, which we have to handle as well.
 */
function wordOf(
  { body, takenFor }: InboundText,
  contexts: readonly MachineContext[],
  words?: MoreWords,
): ReplyWord | null {
  if (takenFor === "stop") return "stop";
  const languages = contexts.flatMap(({ brand }) => brand.settings.language ?? []);
  return replyWordOf(body, languages, words) ?? takenFor ?? null;
}

/**
 * `reached`: the brands that had texted the phone before. `contexts`: the brands that act on the
 * text: all of them if they have the same owners, otherwise only `reached`.
 */
function audienceOf(
  { brand: slug, from }: InboundText,
  writtenAt: number | null,
  { stores, random }: Machine,
  now: number,
): { readonly reached: readonly string[]; readonly contexts: readonly MachineContext[] } {
  const { textAudience } = stores;
  const latest = stores.clock.dueBy(now);
  const by = writtenAt === null ? latest : Math.min(latest, writtenAt + CLOCKS_MS);
  const brands = stores.brands.list().filter((brand) => slug === undefined || brand.slug === slug);
  const reached = brands.filter((brand) => textAudience.texted(brand.slug, from, by));
  const concerned = textAudience.sameOwners() ? brands : reached;
  return {
    reached: reached.map((brand) => brand.slug),
    contexts: concerned.map((brand) => ({ brand, now, stores, random })),
  };
}

function handle(
  { from, body }: InboundText,
  reply: ReplyText,
  word: ReplyWord | null,
  contexts: readonly MachineContext[],
  machine: Omit<MachineContext, "brand">,
): HandledAs {
  switch (word) {
    case "stop":
      if (mayMeanBooking(body)) askForCall(from, contexts);
      return optOut(from, reply.writtenAt, machine) ? "opted_out" : "overtaken";
    case "start":
      return optIn(from, reply.writtenAt, machine) ? "opted_in" : "overtaken";
    case "yes":
    case "no":
      return answerYesOrNo(word, from, reply, contexts) ?? "unread";
    case null:
      return "unread";
  }
}
