import type { Scope } from "../../domain/caller.ts";

/** What a scope lets an app do, in plain words. */
export const SCOPE_WORDS: Readonly<
  Record<Scope, { readonly short: string; readonly long: string }>
> = {
  "bookings.read": {
    short: "See reservations and the waitlist",
    long: "With guests’ names, phone numbers and notes, and how full it is.",
  },
  "bookings.write": {
    short: "Book, change and cancel reservations",
    long: "And look after the waitlist. Guests may get texts about it.",
  },
};
