import type { Database } from "bun:sqlite";
import { timingSafeEqual } from "node:crypto";
import {
  LINK_TOKEN,
  type LinkKind,
  type LinkTarget,
  linkAddress,
  sampleLink,
  withLinks,
} from "../domain/guest-link.ts";
import type { Message } from "../domain/message.ts";
import { LINK } from "../domain/segments.ts";

const TABLES = { offer: "waitlist_offer", reservation: "reservation" } as const;

export const LINK_NUMBER = (kind: LinkKind): string =>
  `SELECT number FROM ${TABLES[kind]} WHERE id = :id`;

export const LINK_HOLDER = (kind: LinkKind): string =>
  `SELECT id, phone FROM ${TABLES[kind]} WHERE number = :number`;

/** Only answers to a guest's text have `links`: the targets of their links, as JSON. */
const LINKS_OF_MESSAGE = "SELECT links FROM message WHERE id = :id";

const NUMBER_BYTES = 4;
/** Used until the port is known. Has the longest possible port, so that `sample` is long enough. */
const NOT_YET_REACHED = "http://127.0.0.1:65535";

type Completed = Pick<Message, "id" | "to" | "body" | "offerId" | "reservationId">;

/**
 * Links to an offer or a reservation. The token in a link is a keyed hash, followed by the masked number of
 * the offer or reservation. The hash covers the kind, the id and the phone, so a link stops working when the
 * phone changes. Tokens are not stored.
 */
export class GuestLinks {
  readonly #mac: (subject: string) => Uint8Array;
  readonly #numbers;
  readonly #holders;
  readonly #linksOf;
  #origin = NOT_YET_REACHED;

  constructor(database: Database, mac: (subject: string) => Uint8Array) {
    this.#mac = mac;
    const number = (kind: LinkKind) =>
      database.prepare<{ number: number }, { id: string }>(LINK_NUMBER(kind));
    const holder = (kind: LinkKind) =>
      database.prepare<{ id: string; phone: string | null }, { number: number }>(LINK_HOLDER(kind));
    this.#numbers = { offer: number("offer"), reservation: number("reservation") };
    this.#holders = { offer: holder("offer"), reservation: holder("reservation") };
    this.#linksOf = database.prepare<{ links: string | null }, { id: string }>(LINKS_OF_MESSAGE);
  }

  /** `origin` has no trailing slash. */
  reachedAt(origin: string): void {
    this.#origin = origin;
  }

  /** A sample link, as long as a real link, for counting segments. */
  get sample(): string {
    return sampleLink(this.#origin);
  }

  complete(text: Completed): string {
    if (!text.body.includes(LINK)) return text.body;
    const own = ownTarget(text);
    const listed = own === null ? this.#listed(text.id) : [];
    return withLinks(text.body, (place) => {
      const target = own ?? listed[place];
      const token = target === undefined ? null : this.tokenOf(target, text.to);
      return target === undefined || token === null
        ? this.#origin
        : linkAddress(this.#origin, target.kind, token);
    });
  }

  tokenOf({ kind, subjectId: id }: LinkTarget, phone: string): string | null {
    const row = this.#numbers[kind].get({ id });
    return row === null ? null : this.#token(kind, row.number, { id, phone });
  }

  find(kind: LinkKind, token: string): string | null {
    if (!LINK_TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, "base64url");
    const mac = bytes.subarray(0, -NUMBER_BYTES);
    const number = (bytes.readUInt32BE(mac.length) ^ this.#mask(mac)) >>> 0;
    const { id, phone } = this.#holders[kind].get({ number }) ?? { id: "", phone: null };
    // Also computed if no row has this number, so that the time taken does not show which numbers exist.
    const expected = this.#token(kind, number, { id, phone: phone ?? "" });
    // Compare as strings, because several strings decode to the same bytes.
    return timingSafeEqual(Buffer.from(expected), Buffer.from(token)) && phone ? id : null;
  }

  #token(
    kind: LinkKind,
    number: number,
    { id, phone }: { readonly id: string; readonly phone: string },
  ): string {
    const mac = this.#mac(`${kind}:${id}:${phone}`);
    const masked = Buffer.alloc(NUMBER_BYTES);
    masked.writeUInt32BE((number ^ this.#mask(mac)) >>> 0);
    return Buffer.concat([mac, masked]).toString("base64url");
  }

  /** Hides the number, which would show how many reservations there are. */
  #mask(mac: Uint8Array): number {
    const hidden = this.#mac(`number:${Buffer.from(mac).toString("hex")}`);
    return Buffer.from(hidden).readUInt32BE();
  }

  #listed(messageId: string): readonly LinkTarget[] {
    return JSON.parse(this.#linksOf.get({ id: messageId })?.links ?? "[]");
  }
}

function ownTarget({ offerId, reservationId }: Completed): LinkTarget | null {
  if (offerId !== null) return { kind: "offer", subjectId: offerId };
  return reservationId === null ? null : { kind: "reservation", subjectId: reservationId };
}
