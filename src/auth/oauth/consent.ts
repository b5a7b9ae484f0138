import type { Role, Scope } from "../../domain/caller.ts";
import type { ClientKind } from "../../storage/oauth-client-store.ts";

/** What the consent page shows. */
export interface ConsentView {
  readonly client: {
    readonly id: string;
    /** As the client calls itself: anybody may claim any name. */
    readonly name: string;
    readonly kind: ClientKind;
    /** True for clients that an operator of this instance has entered. */
    readonly verified: boolean;
    /** Where the person will be sent: a host, or the scheme of an installed program. */
    readonly redirectHost: string;
    readonly redirectUri: string;
  };
  readonly scopes: readonly Scope[];
  /** The brands of the person who is signed in, in the order of their names. */
  readonly brands: readonly {
    readonly slug: string;
    readonly name: string;
    readonly role: Role;
  }[];
  readonly state: "open" | "decided";
}

export interface Decision {
  readonly approve: boolean;
  /** Slugs of the brands to grant. */
  readonly brands: readonly string[];
}

export type ConsentOutcome =
  | { readonly kind: "redirect"; readonly location: string }
  /** The page is to be shown again with this sentence. */
  | { readonly kind: "again"; readonly message: string }
  /** Unknown, expired, of another browser, or decided by another person. */
  | { readonly kind: "gone" };

/** Who decides: whoever is signed in. */
export interface Decider {
  readonly user: { readonly id: string };
}

/** The person's part of an authorization request. */
export interface Consent {
  /** What there is to decide; null: nothing for this browser. */
  view(requestId: string, browserHash: string, decider: Decider): ConsentView | null;
  /** Carries out the decision, once: a second submit gets the first one's answer. */
  decide(
    requestId: string,
    browserHash: string,
    decider: Decider,
    decision: Decision,
  ): Promise<ConsentOutcome>;
}
