/** What the authorization endpoint does with a request. */
export type AuthorizeOutcome =
  /** Told to the person on a page of ours: nobody may be redirected anywhere. */
  | {
      readonly kind: "refused";
      readonly title: string;
      readonly description: string;
      readonly status: number;
    }
  /** Sent back to the client, with an error. */
  | { readonly kind: "redirect"; readonly location: string }
  /** Waits for a person to sign in and decide. */
  | { readonly kind: "pending"; readonly requestId: string };
