const collator = new Intl.Collator("en", { numeric: true });

/** Table 9 comes before table 12. */
export const byName = (one: string, other: string): number => collator.compare(one, other);
