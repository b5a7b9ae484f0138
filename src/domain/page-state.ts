/** What is known of the pages of the database. */
export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  /** Nobody knows: the check itself failed. */
  | { readonly state: "unknown"; readonly why: string };
