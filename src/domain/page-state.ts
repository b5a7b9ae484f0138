/**
 * Whether the database file is intact. There is no state for a damaged file, because the server stops
 * if the file is damaged.
 */
export type PageState =
  | { readonly state: "checking" }
  | { readonly state: "intact" }
  | { readonly state: "unknown"; readonly why: string };
