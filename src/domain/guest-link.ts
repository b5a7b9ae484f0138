import { LINK } from "./segments.ts";

export type LinkKind = "offer" | "reservation";

/** What a link opens. */
export interface LinkTarget {
  readonly kind: LinkKind;
  /** Id of the offer or the reservation. */
  readonly subjectId: string;
}

/** Path of the pages of each kind. Short, because a text pays for every character. */
export const LINK_PATHS: Readonly<Record<LinkKind, string>> = { offer: "/o/", reservation: "/r/" };

const TOKEN_LENGTH = 27;

/** The form of a token: 20 bytes in base64url. */
export const LINK_TOKEN = new RegExp(`^[A-Za-z0-9_-]{${TOKEN_LENGTH}}$`);

/** The address of a link; `origin` has no trailing slash. */
export const linkAddress = (origin: string, kind: LinkKind, token: string): string =>
  origin + LINK_PATHS[kind] + token;

/** An address as long as every link of an instance, to count the segments of a text with links. */
export const sampleLink = (origin: string): string =>
  linkAddress(origin, "reservation", "x".repeat(TOKEN_LENGTH));

/** A text as it is sent: `addressOf` gives the address for each `{link}`, counted from 0. */
export const withLinks = (body: string, addressOf: (place: number) => string): string =>
  body.split(LINK).reduce((text, rest, index) => text + addressOf(index - 1) + rest);
