/** Whether the database file is intact. Damage needs no state here: it stops the server. */
export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  | { readonly state: "unknown"; readonly why: string };
