import {
  BY_PROVIDER_ID,
  DUE,
  EXPIRED_HEAD,
  LATEST_FOR,
  LATEST_TO,
  NEXT_DUE,
  OLDEST_ATTEMPT,
  SENT_FOR,
  SENT_TO,
  STALE,
} from "../../src/storage/delivery-store.ts";
import { LAST_ASKED } from "../../src/storage/figures-store.ts";
import { LINK_HOLDER, LINK_NUMBER } from "../../src/storage/guest-links.ts";
import { QUESTIONS_TO } from "../../src/storage/guest-store.ts";
import {
  INBOUND_KNOWN,
  PURGE_TEXTS,
  SAID_SINCE,
  TO_READ,
} from "../../src/storage/inbound-text-store.ts";
import {
  ANSWERED,
  ANSWERS_TO,
  EVER_TEXTED,
  OF_RESERVATION,
  QUEUED_SINCE,
  TEXT_HISTORY,
  TEXTED_BEFORE,
  TOLD_SINCE,
} from "../../src/storage/message-store.ts";
import { phonesTexted, TEXTED_BY } from "../../src/storage/text-audience.ts";
import type { Question } from "./waiting-questions.ts";

/** Queries about texts to guests, texts from guests, and links. */
export const TEXT_QUESTIONS: readonly Question[] = [
  [
    "texts that are due",
    DUE,
    [
      "SEARCH message USING INDEX message_due (due_at<?)",
      "SEARCH other USING INDEX message_by_reservation (reservation_id=?)",
    ],
  ],
  [
    "due texts that have expired",
    EXPIRED_HEAD,
    ["SEARCH message USING INDEX message_due (due_at<?)", "SCAN (subquery-1)"],
  ],
  ["when the next text is due", NEXT_DUE, ["SEARCH message USING COVERING INDEX message_due"]],
  [
    "attempts without an outcome",
    STALE,
    ["SEARCH message USING INDEX message_sending (attempted_at<?)"],
  ],
  [
    "the oldest attempt without an outcome",
    OLDEST_ATTEMPT,
    ["SEARCH message USING COVERING INDEX message_sending"],
  ],
  [
    "the text that a report of the gateway is about",
    BY_PROVIDER_ID,
    ["SEARCH message USING INDEX message_by_provider_id (provider_id=?)"],
  ],
  [
    "texts to a phone in a day",
    SENT_TO,
    [
      "SEARCH message USING INDEX message_by_phone (recipient=? AND attempted_at>? AND attempted_at<?)",
    ],
  ],
  [
    "when a phone may be texted again",
    LATEST_TO,
    [
      "SEARCH message USING INDEX message_by_phone (recipient=? AND attempted_at>? AND attempted_at<?)",
    ],
  ],
  [
    "when a brand may text again",
    LATEST_FOR,
    ["SEARCH message USING INDEX message_sent_for (brand=? AND attempted_at>? AND attempted_at<?)"],
  ],
  [
    "texts for a brand in a day",
    SENT_FOR,
    ["SEARCH message USING INDEX message_sent_for (brand=? AND attempted_at>? AND attempted_at<?)"],
  ],
  [
    "the results of a brand's last texts",
    LAST_ASKED,
    ["SEARCH message USING INDEX message_sent_for (brand=? AND attempted_at>? AND attempted_at<?)"],
  ],
  [
    "a guest's text that the gateway delivers again",
    INBOUND_KNOWN,
    [
      "SEARCH inbound_text USING COVERING INDEX sqlite_autoindex_inbound_text_2 (provider=? AND provider_event_id=?)",
    ],
  ],
  [
    "a later text about the same reservation",
    TOLD_SINCE,
    [
      "SEARCH told USING INDEX sqlite_autoindex_message_1 (id=?)",
      "SEARCH later USING INDEX message_by_reservation (reservation_id=?)",
    ],
  ],
  [
    "texts from a phone with a given meaning",
    SAID_SINCE,
    ["SEARCH inbound_text USING INDEX inbound_text_by_sender (sender=? AND received_at>?)"],
  ],
  [
    "unread texts from phones",
    TO_READ,
    [
      "SEARCH inbound_text USING INDEX inbound_text_unread (received_at>?)",
      "SEARCH inbound_text_read USING COVERING INDEX inbound_text_read_by_text (text_id=?)",
      "SCAN (subquery-2)",
    ],
  ],
  [
    "texts about a reservation",
    OF_RESERVATION,
    ["SEARCH message USING INDEX message_by_reservation (reservation_id=?)"],
    // Sorts only the few texts of one reservation.
    "sorts",
  ],
  [
    "questions whose answer a person must read",
    ANSWERED,
    ["SEARCH message USING INDEX message_by_reservation (reservation_id=?)"],
  ],
  [
    "texts that a principal caused",
    QUEUED_SINCE,
    ["SEARCH message USING INDEX message_by_brand (brand=? AND created_at>?)"],
  ],
  [
    "answers to what a phone texted",
    ANSWERS_TO,
    ["SEARCH message USING INDEX message_by_phone (recipient=?)"],
  ],
  [
    "whether a phone was ever texted",
    EVER_TEXTED,
    ["SEARCH message USING INDEX message_by_phone (recipient=?)"],
  ],
  [
    "earlier texts to a phone",
    TEXTED_BEFORE,
    [
      "SEARCH message USING INDEX message_by_phone (recipient=? AND attempted_at>?)",
      "SEARCH message USING INDEX message_by_phone (recipient=? AND attempted_at=?)",
      "SCAN (subquery-3)",
      "SEARCH message USING INDEX message_by_phone (recipient=?)",
    ],
  ],
  [
    "the history of a reservation's texts",
    TEXT_HISTORY,
    ["SEARCH message USING INDEX message_by_reservation (reservation_id=?)"],
    // Sorts only the few texts of one reservation.
    "sorts",
  ],
  [
    "whether a brand had texted a phone",
    TEXTED_BY,
    ["SEARCH message USING INDEX message_by_phone (recipient=?)"],
  ],
  [
    "the phones that were texted about a reservation",
    phonesTexted("reservation_id"),
    ["SEARCH message USING INDEX message_by_reservation (reservation_id=?)"],
  ],
  [
    "the phones that were texted about a waitlist entry",
    phonesTexted("entry_id"),
    ["SEARCH message USING INDEX message_by_entry (entry_id=?)"],
  ],
  [
    "the record that a link opens",
    LINK_HOLDER("reservation"),
    ["SEARCH reservation USING INTEGER PRIMARY KEY (rowid=?)"],
  ],
  [
    "the number in the links of an offer",
    LINK_NUMBER("offer"),
    ["SEARCH waitlist_offer USING COVERING INDEX sqlite_autoindex_waitlist_offer_1 (id=?)"],
  ],
  [
    "old texts from guests",
    PURGE_TEXTS,
    [
      "SEARCH inbound_text USING INTEGER PRIMARY KEY (rowid=?)",
      "SCAN inbound_text",
      "SEARCH inbound_text_read USING INDEX inbound_text_read_by_text (text_id=?)",
      "SEARCH inbound_text_brand USING PRIMARY KEY (text_id=?)",
    ],
  ],
  [
    "questions that went to a phone",
    QUESTIONS_TO,
    ["SEARCH message USING INDEX message_by_phone (recipient=?)"],
    "sorts",
  ],
];
