/** Whether the database file is intact. A damaged file stops the server, so it has no state. */
export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  | { readonly state: "unknown"; readonly why: string };
