interface Table {
  readonly size: string;
  readonly day: string;
  readonly time: string;
}

const on = ({ size, day, time }: Table): string => `${size} on ${day} at ${time}`;

/** The texts down to `table_ready` are sent with a prefix such as "Bistro: Ana, " or "Bistro: ". */
export const answers = {
  confirmed_late: (table: Table): string => `thank you, your table for ${on(table)} is confirmed.`,
  released: (table: Table): string =>
    `we released your table for ${on(table)}, and it has since been taken. Please call us{phone}, we would like to help.`,
  gone_still_waiting: (table: Table): string =>
    `the table for ${on(table)} has just been taken. You are still on the list.`,
  gone: (table: Table): string =>
    `the table for ${on(table)} has just been taken. Please call us{phone} if you would still like to come.`,
  /** For a party at the door. `until`: when the hold of the table ends; null if no table is held. */
  table_ready: (until: string | null): string =>
    `your table is ready. Please come in${until === null ? "" : `, we are holding it until ${until}`}.`,
  /** Hosts send these with one tap. Fields: `{day}`, `{time}`, `{until}` and `{phone}`. */
  quick: [
    "See you then.",
    "Thank you, we have noted it.",
    "We will hold your table until {until}.",
    "Please call us{phone}, and we will find a solution.",
  ] as readonly string[],
  /** Asks a guest with several tables in one restaurant. */
  which: (brand: string): string => `${brand}: which table do you mean?`,
  /** Asks a guest with tables in several restaurants. */
  whichOfAll: "Which table do you mean?",
  /** `brand` null: all choices are in one restaurant. */
  choice: (brand: string | null, table: Table): string =>
    `${brand === null ? "Table for" : `${brand},`} ${on(table)}`,
};
export type AnswerWords = typeof answers;
