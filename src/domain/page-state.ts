/** Whether the database file is intact. There is no state for damage, which stops the server. */
export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  | { readonly state: "unknown"; readonly why: string };
