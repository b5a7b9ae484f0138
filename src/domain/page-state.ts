/** Whether the database file is intact. There is no state for a damaged file, which stops the server. */
export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  | { readonly state: "unknown"; readonly why: string };
