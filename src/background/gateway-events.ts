import type { Message } from "../domain/message.ts";
import { normalisePhone } from "../domain/phone.ts";
import type { GatewayEvent, InboundEvent, StatusEvent } from "../domain/sms-provider.ts";
import { optOut } from "../operations/guest/opt-out.ts";
import { endOffer } from "../operations/waitlist/end-offer.ts";
import type { Stores } from "../storage/stores.ts";
import type { Machine } from "./sweep.ts";

/** A guest's text as a gateway brought it; `from` and `to` in E.164 where they could be read so. */
export interface ReceivedText {
  readonly provider: string;
  readonly providerEventId: string;
  readonly from: string;
  /** The number it came to; null where the gateway did not say. */
  readonly to: string | null;
  readonly body: string;
  /** When it was written, epoch milliseconds, as far as the gateway knows. */
  readonly writtenAt?: number;
  /** What the gateway took it for. */
  readonly takenFor?: "stop" | "start";
}

/**
 * Takes what a gateway reports: `(provider, events)`. Word of our texts is noted at once; what
 * guests wrote goes to `receive`, which keeps each text once. Settles when everything is on record.
 */
export const createGatewayEvents =
  (machine: Machine, receive: (text: ReceivedText) => Promise<unknown>) =>
  async (provider: string, events: readonly GatewayEvent[]): Promise<void> => {
    for (const event of events) {
      if (event.type === "inbound") await receive(readText(provider, event, machine.stores));
      else await machine.writer.write(() => noteStatus(event, machine));
    }
  };

/**
 * Our id comes first: it is known from the moment of sending, the gateway's own only from its
 * answer on.
 */
function noteStatus(event: StatusEvent, machine: Machine): void {
  const { stores, clock, random, log } = machine;
  const { messages, deliveries } = stores;
  const { messageId, providerId, status, code, optedOut } = event;
  const text =
    (messageId === null ? null : messages.get(messageId)) ?? deliveries.byProviderId(providerId);
  if (text === null || text.attempt === 0) {
    log.info("sms_report_for_nothing", { providerId, status });
    return;
  }
  // A report by our id alone does not tell what the gateway calls the text.
  const calledBy = providerId === messageId ? (text.providerId ?? providerId) : providerId;
  const moved = deliveries.report(text.id, { to: status, providerId: calledBy, fault: code });
  // What the gateway found at the attempt: one that is brought after a START means the STOP before.
  if (moved && optedOut) {
    const now = clock();
    optOut(text.to, deliveries.attemptedAt(text.id) ?? now, { stores, random, now });
  }
  if (moved && status === "failed" && text.kind === "offer") failOffer(text, machine);
}

/** No table is held for a guest who is known not to have been told of it. */
function failOffer(text: Message, { stores, clock, random }: Machine): void {
  const offer = stores.offers.ofText(text);
  const brand = offer === null ? null : stores.brands.get(offer.brand);
  if (offer === null || brand === null) return;
  endOffer(offer, "failed", { brand, now: clock(), stores, random });
}

const readText = (provider: string, event: InboundEvent, stores: Stores): ReceivedText => ({
  provider,
  providerEventId: event.providerEventId,
  from: asPhone(event.from, stores),
  to: event.to === null ? null : asPhone(event.to, stores),
  body: event.body,
  ...(event.writtenAt === undefined ? {} : { writtenAt: event.writtenAt }),
  ...(event.takenFor === undefined ? {} : { takenFor: event.takenFor }),
});

/**
 * A phone as gateway writes numbers as its network does, often without the country: the brands'
 * countries are tried. A number of several is that of a phone which was texted: a STOP from it must
 * not silence somebody else's.
 */
function asPhone(written: string, { brands, messages }: Stores): string {
  const countries = new Set(brands.list().map((brand) => brand.settings.defaultCountry));
  const phones = [...countries].flatMap((country) => {
    const read = normalisePhone(written, country);
    return read.ok && read.warning === null ? [read.phone] : [];
  });
  const texted = phones.length > 1 ? phones.find((phone) => messages.everTexted(phone)) : null;
  return texted ?? phones[0] ?? written;
}
