import brands from "./0001_brands.sql" with { type: "text" };
import reservations from "./0002_reservations.sql" with { type: "text" };
import waitlist from "./0003_waitlist.sql" with { type: "text" };
import messages from "./0004_messages.sql" with { type: "text" };
import changes from "./0005_changes.sql" with { type: "text" };
import waitlistEngine from "./0006_waitlist_engine.sql" with { type: "text" };
import outbox from "./0007_outbox.sql" with { type: "text" };
import guestLinks from "./0008_guest_links.sql" with { type: "text" };
import accounts from "./0009_accounts.sql" with { type: "text" };
import oauth from "./0010_oauth.sql" with { type: "text" };
import waitingAgain from "./0011_waiting_again.sql" with { type: "text" };
import secretCheck from "./0012_secret_check.sql" with { type: "text" };
import guestData from "./0013_guest_data.sql" with { type: "text" };
import deskMessages from "./0014_desk_messages.sql" with { type: "text" };
import access from "./0015_access.sql" with { type: "text" };
import health from "./0016_health.sql" with { type: "text" };
import guidedBrands from "./0017_guided_brands.sql" with { type: "text" };
import lighterWrites from "./0018_lighter_writes.sql" with { type: "text" };
import leanOccupancy from "./0019_lean_occupancy.sql" with { type: "text" };
import lastingPrincipals from "./0020_lasting_principals.sql" with { type: "text" };
import triedTexts from "./0021_tried_texts.sql" with { type: "text" };
import whereAConsentLed from "./0022_where_a_consent_led.sql" with { type: "text" };
import answeredTexts from "./0023_answered_texts.sql" with { type: "text" };
import servedSettings from "./0024_served_settings.sql" with { type: "text" };
import searchedNames from "./0025_searched_names.sql" with { type: "text" };
import consentedNames from "./0026_consented_names.sql" with { type: "text" };
import searchByName from "./0027_search_by_name.sql" with { type: "text" };
import secondFactors from "./0028_second_factors.sql" with { type: "text" };
import keysForGuests from "./0029_keys_for_guests.sql" with { type: "text" };
import whoseTexts from "./0030_whose_texts.sql" with { type: "text" };
import sharedGrants from "./0031_shared_grants.sql" with { type: "text" };

/** One step of the schema: plain SQL, applied once, never edited after a release. */
export interface Migration {
  /** Position in the list, from 1. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

const list: readonly (readonly [name: string, sql: string])[] = [
  ["brands", brands],
  ["reservations", reservations],
  ["waitlist", waitlist],
  ["messages", messages],
  ["changes", changes],
  ["waitlist_engine", waitlistEngine],
  ["outbox", outbox],
  ["guest_links", guestLinks],
  ["accounts", accounts],
  ["oauth", oauth],
  ["waiting_again", waitingAgain],
  ["secret_check", secretCheck],
  ["guest_data", guestData],
  ["desk_messages", deskMessages],
  ["access", access],
  ["health", health],
  ["guided_brands", guidedBrands],
  ["lighter_writes", lighterWrites],
  ["lean_occupancy", leanOccupancy],
  ["lasting_principals", lastingPrincipals],
  ["tried_texts", triedTexts],
  ["where_a_consent_led", whereAConsentLed],
  ["answered_texts", answeredTexts],
  ["served_settings", servedSettings],
  ["searched_names", searchedNames],
  ["consented_names", consentedNames],
  ["search_by_name", searchByName],
  ["second_factors", secondFactors],
  ["keys_for_guests", keysForGuests],
  ["whose_texts", whoseTexts],
  ["shared_grants", sharedGrants],
];

/** Every step of the schema in the order in which it is applied: the only list there is. */
export const MIGRATIONS: readonly Migration[] = list.map(([name, sql], index) => ({
  number: index + 1,
  name,
  sql,
}));
