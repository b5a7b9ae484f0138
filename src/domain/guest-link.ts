import { LINK } from "./segments.ts";

export type LinkKind = "offer" | "reservation";

export interface LinkTarget {
  readonly kind: LinkKind;
  readonly subjectId: string;
}

/** Short, because texts are billed by length. */
export const LINK_PATHS: Readonly<Record<LinkKind, string>> = { offer: "/o/", reservation: "/r/" };

const TOKEN_LENGTH = 27;

export const LINK_TOKEN = new RegExp(`^[A-Za-z0-9_-]{${TOKEN_LENGTH}}$`);

export const linkAddress = (origin: string, kind: LinkKind, token: string): string =>
  origin + LINK_PATHS[kind] + token;

/** A link of the right length, to count the segments of a text. */
export const sampleLink = (origin: string): string =>
  linkAddress(origin, "reservation", "x".repeat(TOKEN_LENGTH));

export const withLinks = (body: string, addressOf: (index: number) => string): string =>
  body.split(LINK).reduce((text, rest, index) => text + addressOf(index - 1) + rest);
