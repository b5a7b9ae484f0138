const collator = new Intl.Collator("en", { numeric: true });

/** The order of names in lists: 9 before 12. */
export const byName = (one: string, other: string): number => collator.compare(one, other);
