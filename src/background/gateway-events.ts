import type { Message } from "../domain/message.ts";
import { normalisePhone } from "../domain/phone.ts";
import type { GatewayEvent, InboundEvent, StatusEvent } from "../domain/sms-provider.ts";
import { optOut } from "../operations/guest/opt-out.ts";
import { endOffer } from "../operations/waitlist/end-offer.ts";
import type { Stores } from "../storage/stores.ts";
import type { Machine } from "./sweep.ts";

/** `from` and `to` are in E.164 if possible. */
export interface ReceivedText {
  readonly provider: string;
  readonly providerEventId: string;
  readonly from: string;
  readonly to: string | null;
  readonly body: string;
  readonly writtenAt?: number;
  readonly takenFor?: "stop" | "start";
}

/** `receive` must ignore repeated texts. */
export const createGatewayEvents =
  (machine: Machine, receive: (text: ReceivedText) => Promise<unknown>) =>
  async (provider: string, events: readonly GatewayEvent[]): Promise<void> => {
    for (const event of events) {
      if (event.type === "inbound") await receive(readText(provider, event, machine.stores));
      else await machine.writer.write(() => noteStatus(event, machine));
    }
  };

/** Looks for the text by our id first: a report can arrive before the gateway's id is stored. */
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
  // Some gateways report our id as `providerId`.
  const gatewayId = providerId === messageId ? (text.providerId ?? providerId) : providerId;
  const moved = deliveries.report(text.id, { to: status, providerId: gatewayId, fault: code });
  // Dates the opt-out to the attempt, so that a START that the guest sent later still counts.
  if (moved && optedOut) {
    const now = clock();
    optOut(text.to, deliveries.attemptedAt(text.id) ?? now, { stores, random, now });
  }
  if (moved && status === "failed" && text.kind === "offer") failOffer(text, machine);
}

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

/** Tries the country of each brand. If the number is valid in several, prefers a phone that we texted. */
function asPhone(written: string, { brands, messages }: Stores): string {
  const countries = new Set(brands.list().map((brand) => brand.settings.defaultCountry));
  const phones = [...countries].flatMap((country) => {
    const read = normalisePhone(written, country);
    return read.ok && read.warning === null ? [read.phone] : [];
  });
  const texted = phones.length > 1 ? phones.find((phone) => messages.everTexted(phone)) : null;
  return texted ?? phones[0] ?? written;
}
