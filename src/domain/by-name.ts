const collator = new Intl.Collator("en", { numeric: true });

/** Numbers by value: 9 before 12. */
export const byName = (one: string, other: string): number => collator.compare(one, other);
