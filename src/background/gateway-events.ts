import type { Message } from "../domain/message.ts";
import { normalisePhone } from "../domain/phone.ts";
import type { GatewayEvent, InboundEvent, StatusEvent } from "../domain/sms-provider.ts";
import { optOut } from "../operations/guest/opt-out.ts";
import { endOffer } from "../operations/waitlist/end-offer.ts";
import type { Stores } from "../storage/stores.ts";
import type { Machine } from "./sweep.ts";

/** A guest's text as a gateway sends it; `from` and `to` in E.164 if they can be read so. */
export interface ReceivedText {
  readonly provider: string;
  readonly providerEventId: string;
  readonly from: string;
  /** The number it was sent to; null if the gateway did not say. */
  readonly to: string | null;
  readonly body: string;
  /** When it was written, epoch milliseconds, if the gateway knows. */
  readonly writtenAt?: number;
  /** STOP or START, as the gateway understood it. */
  readonly takenFor?: "stop" | "start";
}

/**
 * Handles what a gateway reports: `(provider, events)`. Reports about our texts are stored at once;
 * guests' texts go to `receive`, which stores each once. Settles when everything is stored.
 */
export const createGatewayEvents =
  (machine: Machine, receive: (text: ReceivedText) => Promise<unknown>) =>
  async (provider: string, events: readonly GatewayEvent[]): Promise<void> => {
    for (const event of events) {
      if (event.type === "inbound") await receive(readText(provider, event, machine.stores));
      else await machine.writer.write(() => noteStatus(event, machine));
    }
  };

/** Looks up our own id first: the gateway's is stored only once the gateway has answered. */
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
  // A report by our id does not tell the gateway's id.
  const calledBy = providerId === messageId ? (text.providerId ?? providerId) : providerId;
  const moved = deliveries.report(text.id, { to: status, providerId: calledBy, fault: code });
  // The report is about the time of the attempt: a START since then must stay in force.
  if (moved && optedOut) {
    const now = clock();
    optOut(text.to, deliveries.attemptedAt(text.id) ?? now, { stores, random, now });
  }
  if (moved && status === "failed" && text.kind === "offer") failOffer(text, machine);
}

/** Frees the offered table: the guest cannot be told about it. */
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
 * Some gateways write a phone as their network does, often without the country, so try the
 * countries of the brands. If several fit, take the phone that we texted: a STOP must not silence
 * somebody else.
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
