import { LINK } from "./message-text.ts";

export const LINK_KINDS = ["offer", "reservation"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** What a link opens; another revision is another link. */
export interface LinkTarget {
  readonly kind: LinkKind;
  /** Id of the offer or the reservation. */
  readonly subjectId: string;
  readonly revision: number;
}

/** Where pages of a kind lie; short, since they are paid for by the character. */
export const LINK_PATHS: Readonly<Record<LinkKind, string>> = { offer: "/o/", reservation: "/r/" };

/** The form of a token: 128 bits in base64url. */
export const LINK_TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** The address of a link; `origin` has no trailing slash. */
export const linkAddress = (origin: string, kind: LinkKind, token: string): string =>
  origin + LINK_PATHS[kind] + token;

/** An address as long as every link of an instance, to count what a text with links will cost. */
export const sampleLink = (origin: string): string =>
  linkAddress(origin, "reservation", "x".repeat(22));

/**
 * The link of a reservation. Those of earlier revisions open it as well, through every move; with
 * another phone they end.
 */
export const reservationLink = ({
  id,
  timeRevision,
}: {
  readonly id: string;
  readonly timeRevision: number;
}): LinkTarget => ({ kind: "reservation", subjectId: id, revision: timeRevision });

/** The link of one offer, which never changes its time. */
export const offerLink = ({ id }: { readonly id: string }): LinkTarget => ({
  kind: "offer",
  subjectId: id,
  revision: 1,
});

/** The same link for each `{link}` of a text: a brand's own wording may have several. */
export const linksOf = (body: string, link: LinkTarget): LinkTarget[] =>
  body
    .split(LINK)
    .slice(1)
    .map(() => link);

/**
 * A text as it goes out: each `{link}` becomes the address in its place; one that lacks an address
 * becomes `instead`.
 */
export function withLinks(body: string, addresses: readonly string[], instead: string): string {
  return body
    .split(LINK)
    .reduce((text, rest, index) => text + (addresses[index - 1] ?? instead) + rest);
}
