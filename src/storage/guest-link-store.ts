import type { Database } from "bun:sqlite";
import {
  LINK_TOKEN,
  type LinkKind,
  type LinkTarget,
  linkAddress,
  sampleLink,
  withLinks,
} from "../domain/guest-link.ts";
import { sha256Hex } from "./sha256.ts";

/** What a token that somebody presented opens. */
export interface OpenedLink {
  readonly kind: LinkKind;
  readonly subjectId: string;
}

/** The links that stand in a text, as JSON. */
export const LINKS_OF_MESSAGE = "SELECT links FROM message WHERE id = :id";

/** What a token opens. */
export const FIND_LINK = `
  SELECT kind, subject_id AS subjectId FROM guest_link WHERE token_hash = :tokenHash`;

/**
 * Links one after the other, with when what they open was over; what is no more was over when it
 * was linked.
 */
export const LINKS_PAGE = `
  SELECT token_hash AS tokenHash, coalesce(
    CASE kind
      WHEN 'reservation' THEN (SELECT end_at FROM reservation WHERE id = subject_id)
      ELSE (SELECT end_at FROM waitlist_offer WHERE id = subject_id)
    END, created_at) AS overAt
  FROM guest_link WHERE token_hash > :after ORDER BY token_hash LIMIT :limit`;

/** A link on record, and when what it opens is over, epoch milliseconds. */
interface IssuedLink {
  readonly tokenHash: string;
  readonly overAt: number;
}

/** Until the port is known: the longest address that this machine may get. */
const NOT_YET_REACHED = "http://127.0.0.1:65535";

/**
 * Links that guests hold. Tokens are derived from the instance secret; only their hashes are kept.
 */
export class GuestLinkStore {
  readonly #linkToken: (subject: string) => string;
  readonly #issue;
  readonly #linksOf;
  readonly #find;
  readonly #page;
  readonly #remove;
  #origin = NOT_YET_REACHED;

  constructor(database: Database, linkToken: (subject: string) => string) {
    this.#linkToken = linkToken;
    this.#issue = database.prepare(
      `INSERT INTO guest_link (token_hash, kind, subject_id, created_at)
       VALUES (:tokenHash, :kind, :subjectId, :createdAt) ON CONFLICT (token_hash) DO NOTHING`,
    );
    this.#linksOf = database.prepare<{ links: string | null }, { id: string }>(LINKS_OF_MESSAGE);
    this.#find = database.prepare<OpenedLink, { tokenHash: string }>(FIND_LINK);
    this.#page = database.prepare<IssuedLink, { after: string; limit: number }>(LINKS_PAGE);
    this.#remove = database.prepare("DELETE FROM guest_link WHERE token_hash = :tokenHash");
  }

  /** Says where the pages are reached, as an origin without a trailing slash. */
  reachedAt(origin: string): void {
    this.#origin = origin;
  }

  /** An address as long as every link, to count what a text will cost. */
  get sample(): string {
    return sampleLink(this.#origin);
  }

  /** Lets the token of a link open it. */
  issue(link: LinkTarget, now: number): void {
    const { kind, subjectId } = link;
    const tokenHash = sha256Hex(this.tokenOf(link));
    this.#issue.run({ tokenHash, kind, subjectId, createdAt: now });
  }

  /** The body of a text with its links, as the guest gets it. */
  complete({ id, body }: { readonly id: string; readonly body: string }): string {
    if (!body.includes("{link}")) return body;
    const targets = JSON.parse(this.#linksOf.get({ id })?.links ?? "[]") as LinkTarget[];
    const addresses = targets.map((target) =>
      linkAddress(this.#origin, target.kind, this.tokenOf(target)),
    );
    return withLinks(body, addresses, this.#origin);
  }

  /** What a presented token opens; null: nothing, whatever it looks like. */
  find(token: string): OpenedLink | null {
    return LINK_TOKEN.test(token) ? this.#find.get({ tokenHash: sha256Hex(token) }) : null;
  }

  /** The links after this hash, in no order that means anything; "" is before all of them. */
  page(after: string, limit: number): IssuedLink[] {
    return this.#page.all({ after, limit });
  }

  /** Lets a link open nothing any more. */
  remove(tokenHash: string): void {
    this.#remove.run({ tokenHash });
  }

  /** Lets this link and those of its earlier revisions open nothing any more. */
  end(link: LinkTarget): void {
    for (let revision = link.revision; revision >= 1; revision -= 1) {
      this.remove(sha256Hex(this.tokenOf({ ...link, revision })));
    }
  }

  /** The secret part of a link. */
  tokenOf({ kind, subjectId, revision }: LinkTarget): string {
    return this.#linkToken(`${kind}:${subjectId}:${revision}`);
  }
}
