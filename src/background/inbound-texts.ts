import type { ClockWatch } from "../domain/clock-watch.ts";
import { newId } from "../domain/ids.ts";
import type { TableSearch } from "../domain/seating/search.ts";
import { DAY } from "../domain/time.ts";
import { visibleText } from "../domain/visible-text.ts";
import type { MachineContext } from "../operations/call/acting-as.ts";
import { searchWrite } from "../operations/call/search-write.ts";
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

export interface InboundText {
  readonly from: string;
  readonly body: string;
  readonly to?: string | null;
  /** Epoch milliseconds. If absent, the text counts as written now. */
  readonly writtenAt?: number;
  /** If absent, the text is for every brand. */
  readonly brand?: string;
  /** Set if the gateway blocked (`stop`) or unblocked (`start`) the phone because of this text. */
  readonly takenFor?: "stop" | "start";
  readonly provider?: string;
  readonly providerEventId?: string;
}

/** `overtaken`: a later START or STOP is in force. `too_many`: see MOST_TO_READ. */
export type HandledAs =
  | "opted_out"
  | "opted_in"
  | "overtaken"
  | Exclude<Answered, null>
  | "unread"
  | "too_many"
  | "repeated";

const DEFAULT_PROVIDER = "test";
const MAX_KEPT = 4000;
const MAX_NUMBER = 64;
/** A text may be this old, for example if the server was off during the restaurant's holidays. */
const MAX_AGE_MS = 21 * DAY;
/** At most this many texts of a phone per day count as unread. More would hide other guests' texts. */
const MOST_TO_READ = 20;

export const createInbox =
  (machine: Machine, words?: MoreWords) =>
  async (text: InboundText): Promise<HandledAs> => {
    const handledAs = await searchWrite(machine, (search) =>
      take(text, { ...machine, search }, words),
    );
    const { from, provider = DEFAULT_PROVIDER } = text;
    machine.log.info("inbound_text", { provider, from, handledAs });
    return handledAs;
  };

type Searched = Machine & { readonly search: TableSearch };

function take(text: InboundText, machine: Searched, words?: MoreWords): HandledAs {
  const { stores, random, search } = machine;
  const now = machine.clock();
  const { provider = DEFAULT_PROVIDER, providerEventId } = text;
  if (providerEventId !== undefined && stores.inboundTexts.known(provider, providerEventId)) {
    return "repeated";
  }
  const id = newId(now, random);
  const writtenAt = timeOf(text, stores.clock, now);
  const reply = { id, writtenAt };
  const { reached, contexts } = audienceOf(text, writtenAt, machine, now);
  const word = wordOf(text, contexts, words);
  const understood = handle(text, reply, word, contexts, { now, stores, random, search });
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

/** When the text was written: at most MAX_AGE_MS ago and never in the future. Null if unknown. */
const timeOf = ({ writtenAt }: InboundText, clock: ClockWatch, now: number): number | null =>
  writtenAt === undefined
    ? null
    : Math.max(clock.endingsAt(now) - MAX_AGE_MS, Math.min(writtenAt, clock.dueBy(now)));

/** Some gateways report YES as `start`, so the guest's own word counts before `start`. */
function wordOf(
  { body, takenFor }: InboundText,
  contexts: readonly MachineContext[],
  words?: MoreWords,
): ReplyWord | null {
  if (takenFor === "stop") return "stop";
  const languages = contexts.flatMap(({ brand }) => brand.settings.language ?? []);
  return replyWordOf(body, languages, words) ?? takenFor ?? null;
}

/** `reached`: brands that had texted the phone. `contexts`: brands that act on the text. */
function audienceOf(
  { brand: slug, from }: InboundText,
  writtenAt: number | null,
  { stores, random, search }: Searched,
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
    contexts: concerned.map((brand) => ({ brand, now, stores, random, search })),
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
