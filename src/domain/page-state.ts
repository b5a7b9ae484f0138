/** Whether the database file is intact. No state for a damaged file: the server stops then. */
export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  | { readonly state: "unknown"; readonly why: string };
