/** Result of checking the pages of the database file. Damage stops the server. */
export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  | { readonly state: "unknown"; readonly why: string };
