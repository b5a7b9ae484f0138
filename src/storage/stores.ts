import type { Database } from "bun:sqlite";
import { type ClockWatch, TRUSTED_CLOCK } from "../domain/clock-watch.ts";
import { AccountLinkStore } from "./account-link-store.ts";
import { ApiKeyStore } from "./api-key-store.ts";
import { AuditListStore } from "./audit-list.ts";
import { AuditStore } from "./audit-store.ts";
import { BrandStore } from "./brand-store.ts";
import { BudgetStore } from "./budget-store.ts";
import { CalendarFeedStore } from "./calendar-feed-store.ts";
import { ChangeStore } from "./change-store.ts";
import { ArrivalCache } from "./data-cache.ts";
import { DeliveryStore } from "./delivery-store.ts";
import { FactorStore } from "./factor-store.ts";
import { FiguresStore } from "./figures-store.ts";
import { FloorStore } from "./floor-store.ts";
import { GuestDataStore } from "./guest-data-store.ts";
import { GuestLinks } from "./guest-links.ts";
import { GuestStore } from "./guest-store.ts";
import { GuestTraceStore } from "./guest-trace-store.ts";
import { HeadCountStore } from "./head-count-store.ts";
import { IdempotencyStore } from "./idempotency-store.ts";
import { InboundTextStore } from "./inbound-text-store.ts";
import { InstanceStore } from "./instance-store.ts";
import { LeaseStore } from "./lease-store.ts";
import { MessageListStore } from "./message-list.ts";
import { MessageStore } from "./message-store.ts";
import { NoShowStore } from "./no-show-store.ts";
import { OAuthAssertionStore } from "./oauth-assertion-store.ts";
import { OAuthClientStore } from "./oauth-client-store.ts";
import { OAuthCodeStore } from "./oauth-code-store.ts";
import { OAuthGrantStore } from "./oauth-grant-store.ts";
import { OAuthRequestStore } from "./oauth-request-store.ts";
import { OAuthTokenStore } from "./oauth-token-store.ts";
import { OfferStore } from "./offer-store.ts";
import { OptOutStore } from "./opt-out-store.ts";
import { PinStore } from "./pin-store.ts";
import { PortableStore } from "./portable-store.ts";
import { ReservationSearch } from "./reservation-search.ts";
import { ReservationStore } from "./reservation-store.ts";
import { SecurityEventStore } from "./security-event-store.ts";
import { ServedSettingsStore } from "./served-settings-store.ts";
import { SessionStore } from "./session-store.ts";
import { SetupLinkStore } from "./setup-link-store.ts";
import { SignInThrottleStore } from "./sign-in-throttle-store.ts";
import { SigningKeyStore } from "./signing-key-store.ts";
import { SlotFreedStore } from "./slot-freed-store.ts";
import { TeamStore } from "./team-store.ts";
import { TextAudienceStore } from "./text-audience.ts";
import { UserStore } from "./user-store.ts";
import { WaitlistQueueStore } from "./waitlist-queue-store.ts";
import { WaitlistStore } from "./waitlist-store.ts";

export type { ApiKeyRow } from "./api-key-store.ts";
export type { CalendarFeed } from "./calendar-feed-store.ts";
export type { PasskeyRow } from "./factor-store.ts";
export type { StoredAnswer } from "./idempotency-store.ts";
export type { ClientAuthMethod, ClientKind, ClientRow } from "./oauth-client-store.ts";
export { CLIENT_AUTH_METHODS } from "./oauth-client-store.ts";
export type { GrantRow } from "./oauth-grant-store.ts";
export type { ReservationFilter, ReservationPage } from "./reservation-list.ts";
export type { OccupancyRow } from "./reservation-store.ts";
export type { SecurityEvent } from "./security-event-store.ts";
export type { SessionRow } from "./session-store.ts";
export type { Member, Membership, UserRow } from "./user-store.ts";

/** All stores. Read from anywhere; written only inside a body of the writer. */
export interface Stores {
  readonly brands: BrandStore;
  readonly reservations: ReservationStore;
  readonly reservationSearch: ReservationSearch;
  readonly audit: AuditStore;
  readonly auditList: AuditListStore;
  readonly changes: ChangeStore;
  readonly messages: MessageStore;
  readonly calendarFeeds: CalendarFeedStore;
  readonly messageList: MessageListStore;
  readonly deliveries: DeliveryStore;
  readonly inboundTexts: InboundTextStore;
  readonly textAudience: TextAudienceStore;
  readonly waitlist: WaitlistStore;
  readonly waitlistQueue: WaitlistQueueStore;
  readonly offers: OfferStore;
  readonly slotFreed: SlotFreedStore;
  readonly idempotency: IdempotencyStore;
  readonly apiKeys: ApiKeyStore;
  readonly oauthClients: OAuthClientStore;
  readonly oauthAssertions: OAuthAssertionStore;
  readonly budgetUse: BudgetStore;
  readonly optOuts: OptOutStore;
  readonly figures: FiguresStore;
  readonly guests: GuestStore;
  readonly guestData: GuestDataStore;
  readonly guestLinks: GuestLinks;
  readonly guestTraces: GuestTraceStore;
  readonly floors: FloorStore;
  readonly headCounts: HeadCountStore;
  readonly noShows: NoShowStore;
  readonly users: UserStore;
  readonly teams: TeamStore;
  readonly accountLinks: AccountLinkStore;
  readonly factors: FactorStore;
  readonly sessions: SessionStore;
  readonly pins: PinStore;
  readonly setupLinks: SetupLinkStore;
  readonly signInThrottle: SignInThrottleStore;
  readonly signingKeys: SigningKeyStore;
  readonly securityEvents: SecurityEventStore;
  readonly portable: PortableStore;
  readonly instance: InstanceStore;
  readonly servedSettings: ServedSettingsStore;
  readonly lease: LeaseStore;
  /** The doubt about the clock, in memory: decides by which time records expire. */
  readonly clock: ClockWatch;
  readonly grants: OAuthGrantStore;
  readonly oauthCodes: OAuthCodeStore;
  readonly oauthTokens: OAuthTokenStore;
  readonly oauthRequests: OAuthRequestStore;
  /** A cache for values that the gate derives from records. */
  arrivals<Value>(): ArrivalCache<Value>;
}

/** Keys derived from the instance secret. */
export interface StoreKeys {
  /** Keyed hash of an E.164 number. */
  readonly hashPhone: (phone: string) => string;
  /** 128 bits that make the token of a guest's link. */
  readonly linkMac: (subject: string) => Uint8Array;
}

/**
 * Prepares every statement of an open database once. `watch` starts to watch the clock, given the
 * time of the newest change; without it the clock is trusted.
 */
export function openStores(
  database: Database,
  { hashPhone, linkMac }: StoreKeys,
  watch: (newestAt: number | null) => ClockWatch = () => TRUSTED_CLOCK,
): Stores {
  const figures = new FiguresStore(database);
  const optOuts = new OptOutStore(database, hashPhone);
  return {
    brands: new BrandStore(database),
    reservations: new ReservationStore(database),
    reservationSearch: new ReservationSearch(database),
    audit: new AuditStore(database),
    auditList: new AuditListStore(database),
    changes: new ChangeStore(database),
    messages: new MessageStore(database),
    messageList: new MessageListStore(database),
    calendarFeeds: new CalendarFeedStore(database),
    deliveries: new DeliveryStore(database),
    inboundTexts: new InboundTextStore(database),
    textAudience: new TextAudienceStore(database, hashPhone),
    waitlist: new WaitlistStore(database, (phone) => optOuts.has(phone)),
    waitlistQueue: new WaitlistQueueStore(database),
    offers: new OfferStore(database),
    slotFreed: new SlotFreedStore(database),
    idempotency: new IdempotencyStore(database),
    apiKeys: new ApiKeyStore(database),
    oauthClients: new OAuthClientStore(database),
    oauthAssertions: new OAuthAssertionStore(database),
    budgetUse: new BudgetStore(database),
    optOuts,
    figures,
    guests: new GuestStore(database),
    guestData: new GuestDataStore(database),
    guestLinks: new GuestLinks(database, linkMac),
    guestTraces: new GuestTraceStore(database),
    floors: new FloorStore(database),
    headCounts: new HeadCountStore(database),
    noShows: new NoShowStore(database, hashPhone),
    portable: new PortableStore(database),
    users: new UserStore(database),
    teams: new TeamStore(database),
    accountLinks: new AccountLinkStore(database),
    servedSettings: new ServedSettingsStore(database),
    factors: new FactorStore(database),
    sessions: new SessionStore(database),
    pins: new PinStore(database),
    setupLinks: new SetupLinkStore(database),
    signInThrottle: new SignInThrottleStore(database),
    signingKeys: new SigningKeyStore(database),
    securityEvents: new SecurityEventStore(database),
    instance: new InstanceStore(database),
    lease: new LeaseStore(database),
    clock: watch(figures.newestChangeAt()),
    grants: new OAuthGrantStore(database),
    oauthCodes: new OAuthCodeStore(database),
    oauthTokens: new OAuthTokenStore(database),
    oauthRequests: new OAuthRequestStore(database),
    arrivals: () => new ArrivalCache(database),
  };
}
