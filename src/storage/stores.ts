import type { Database } from "bun:sqlite";
import { type ClockWatch, TRUSTED_CLOCK } from "../domain/clock-watch.ts";
import { accountLinkStore } from "./account-link-store.ts";
import { apiKeyStore } from "./api-key-store.ts";
import { auditListStore } from "./audit-list.ts";
import { auditStore } from "./audit-store.ts";
import { brandStore } from "./brand-store.ts";
import { budgetStore } from "./budget-store.ts";
import { calendarFeedStore } from "./calendar-feed-store.ts";
import { changeStore } from "./change-store.ts";
import { ArrivalCache } from "./data-cache.ts";
import { deliveryStore } from "./delivery-store.ts";
import { factorStore } from "./factor-store.ts";
import { figuresStore } from "./figures-store.ts";
import { floorStore } from "./floor-store.ts";
import { guestDataStore } from "./guest-data-store.ts";
import { GuestLinks } from "./guest-links.ts";
import { guestStore } from "./guest-store.ts";
import { guestTraceStore } from "./guest-trace-store.ts";
import { headCountStore } from "./head-count-store.ts";
import { idempotencyStore } from "./idempotency-store.ts";
import { inboundTextStore } from "./inbound-text-store.ts";
import { instanceStore } from "./instance-store.ts";
import { leaseStore } from "./lease-store.ts";
import { messageListStore } from "./message-list.ts";
import { messageStore } from "./message-store.ts";
import { noShowStore } from "./no-show-store.ts";
import { oauthAssertionStore } from "./oauth-assertion-store.ts";
import { oauthClientStore } from "./oauth-client-store.ts";
import { oauthCodeStore } from "./oauth-code-store.ts";
import { oauthGrantStore } from "./oauth-grant-store.ts";
import { oauthRequestStore } from "./oauth-request-store.ts";
import { oauthTokenStore } from "./oauth-token-store.ts";
import { offerStore } from "./offer-store.ts";
import { optOutStore } from "./opt-out-store.ts";
import { pinStore } from "./pin-store.ts";
import { portableStore } from "./portable-store.ts";
import { reservationSearch } from "./reservation-search.ts";
import { ReservationStore } from "./reservation-store.ts";
import { securityEventStore } from "./security-event-store.ts";
import { servedSettingsStore } from "./served-settings-store.ts";
import { sessionStore } from "./session-store.ts";
import { setupLinkStore } from "./setup-link-store.ts";
import { signInThrottleStore } from "./sign-in-throttle-store.ts";
import { signingKeyStore } from "./signing-key-store.ts";
import { slotFreedStore } from "./slot-freed-store.ts";
import { teamStore } from "./team-store.ts";
import { textAudienceStore } from "./text-audience.ts";
import { userStore } from "./user-store.ts";
import { waitlistQueueStore } from "./waitlist-queue-store.ts";
import { waitlistStore } from "./waitlist-store.ts";

export type { ApiKeyRow } from "./api-key-store.ts";
export type { CalendarFeed } from "./calendar-feed-store.ts";
export type { PasskeyRow } from "./factor-store.ts";
export type { ClientAuthMethod, ClientRow } from "./oauth-client-store.ts";
export { CLIENT_AUTH_METHODS } from "./oauth-client-store.ts";
export type { GrantRow } from "./oauth-grant-store.ts";
export type { SessionRow } from "./session-store.ts";
export type { Membership, UserRow } from "./user-store.ts";

export interface StoreKeys {
  /** `phone` in E.164. */
  readonly hashPhone: (phone: string) => string;
  /** Computes the 128 bits of the token in a guest's link. */
  readonly linkMac: (subject: string) => Uint8Array;
}

/** Without `watch`, the clock is trusted. */
export function openStores(
  database: Database,
  { hashPhone, linkMac }: StoreKeys,
  watch: (newestAt: number | null) => ClockWatch = () => TRUSTED_CLOCK,
) {
  const figures = figuresStore(database);
  const optOuts = optOutStore(database, hashPhone);
  return {
    brands: brandStore(database),
    reservations: new ReservationStore(database),
    reservationSearch: reservationSearch(database),
    audit: auditStore(database),
    auditList: auditListStore(database),
    changes: changeStore(database),
    messages: messageStore(database),
    messageList: messageListStore(database),
    calendarFeeds: calendarFeedStore(database),
    deliveries: deliveryStore(database),
    inboundTexts: inboundTextStore(database),
    textAudience: textAudienceStore(database, hashPhone),
    waitlist: waitlistStore(database, (phone) => optOuts.has(phone)),
    waitlistQueue: waitlistQueueStore(database),
    offers: offerStore(database),
    slotFreed: slotFreedStore(database),
    idempotency: idempotencyStore(database),
    apiKeys: apiKeyStore(database),
    oauthClients: oauthClientStore(database),
    oauthAssertions: oauthAssertionStore(database),
    budgetUse: budgetStore(database),
    optOuts,
    figures,
    guests: guestStore(database),
    guestData: guestDataStore(database),
    guestLinks: new GuestLinks(database, linkMac),
    guestTraces: guestTraceStore(database),
    floors: floorStore(database),
    headCounts: headCountStore(database),
    noShows: noShowStore(database, hashPhone),
    portable: portableStore(database),
    users: userStore(database),
    teams: teamStore(database),
    accountLinks: accountLinkStore(database),
    servedSettings: servedSettingsStore(database),
    factors: factorStore(database),
    sessions: sessionStore(database),
    pins: pinStore(database),
    setupLinks: setupLinkStore(database),
    signInThrottle: signInThrottleStore(database),
    signingKeys: signingKeyStore(database),
    securityEvents: securityEventStore(database),
    instance: instanceStore(database),
    lease: leaseStore(database),
    clock: watch(figures.newestChangeAt()),
    grants: oauthGrantStore(database),
    oauthCodes: oauthCodeStore(database),
    oauthTokens: oauthTokenStore(database),
    oauthRequests: oauthRequestStore(database),
    derivedCache: <Value>() => new ArrivalCache<Value>(database),
  };
}

/** Writes must run inside `Writer.write`. */
export type Stores = ReturnType<typeof openStores>;
