/** A table that an answer is about, as written. */
interface Table {
  readonly size: string;
  readonly day: string;
  readonly time: string;
}

const on = ({ size, day, time }: Table): string => `${size} on ${day} at ${time}`;

/** Answers to a guest's text. Each follows the names of the restaurant and the guest. */
export const answers = {
  confirmed_late: (table: Table): string => `thank you, your table for ${on(table)} is confirmed.`,
  released: (table: Table): string =>
    `we released your table for ${on(table)}, and it has since been taken. Please call us{phone}, we would like to help.`,
  gone_still_waiting: (table: Table): string =>
    `the table for ${on(table)} has just been taken. You are still on the list.`,
  gone: (table: Table): string =>
    `the table for ${on(table)} has just been taken. Please call us{phone} if you would still like to come.`,
  /** To a party that waits at the door. `until`: null if no table is kept. */
  table_ready: (until: string | null): string =>
    `your table is ready. Please come in${until === null ? "" : `, we are holding it until ${until}`}.`,
  /**
   * Texts that hosts send with one tap; `{time}`, `{day}` and `{until}` come from the reservation.
   */
  quick: [
    "See you then.",
    "Thank you, we have noted it.",
    "We will hold your table until {until}.",
    "Please call us{phone}, and we will find a solution.",
  ] as readonly string[],
  /** Asks which of several tables of one restaurant was meant. */
  which: (brand: string): string => `${brand}: which table do you mean?`,
  /** The same if they are in several restaurants. */
  whichOfAll: "Which table do you mean?",
  /** One of the choices; `brand` is null if all are in the same restaurant. */
  choice: (brand: string | null, table: Table): string =>
    `${brand === null ? "Table for" : `${brand},`} ${on(table)}`,
};
export type AnswerWords = typeof answers;
