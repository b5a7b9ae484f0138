export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  /** The check itself failed. */
  | { readonly state: "unknown"; readonly why: string };
