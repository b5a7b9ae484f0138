// A Saturday of 114 covers on 40 seats: who is booked, comes late or early, or overstays.

/** A time in the evening as minutes after midnight: `at("7:30")` is 7:30 PM. */
export const at = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return (hour + 12) * 60 + minute;
};

export interface Guest {
  readonly name: string;
  readonly size: number;
  /** The booked start, minutes after midnight. */
  readonly booked: number;
  /** Minutes from the booked start until seated; negative: seated early. */
  readonly late: number;
  /** How many minutes the party overstays. */
  readonly over: number;
}

const guest = (
  time: string,
  name: string,
  size: number,
  { late = 0, over = 0 }: Partial<Pick<Guest, "late" | "over">> = {},
): Guest => ({ name, size, booked: at(time), late, over });

/** Parties that are seated and leave. The two parties below do not. */
export const GUESTS: readonly Guest[] = [
  guest("5:00", "Chen", 2),
  guest("5:00", "Raman", 4, { late: -10 }),
  guest("5:00", "Becker", 2, { late: 10 }),
  guest("5:00", "Duval", 3),
  guest("5:15", "Lopez", 2),
  guest("5:15", "Lindqvist", 4),
  guest("5:15", "Tanaka", 2, { late: 20 }),
  guest("5:30", "Okafor", 6, { over: 25 }),
  guest("5:30", "Hart", 2),
  guest("5:45", "Moretti", 4, { late: 5, over: -5 }),
  guest("5:45", "Novak", 2),
  guest("6:00", "Reid", 3),
  guest("6:30", "Zahra", 2),
  guest("6:30", "Menon", 2),
  guest("6:45", "Haddad", 4, { late: -5 }),
  guest("6:45", "Claes", 2, { over: 15 }),
  guest("6:45", "Kim", 3),
  guest("7:00", "Feldman", 2),
  guest("7:00", "Silva", 4, { late: 10 }),
  guest("7:15", "Brandt", 3),
  guest("7:15", "Cruz", 2),
  guest("7:30", "Whitfield", 8, { over: 20 }),
  guest("7:45", "Lindley", 2),
  guest("8:00", "Ito", 2),
  guest("8:00", "Duarte", 4, { late: 20 }),
  guest("8:30", "Adler", 4, { late: -5 }),
  guest("8:30", "Park", 2),
  guest("8:30", "Rossi", 3),
  guest("8:45", "Vega", 4, { late: 5 }),
  guest("8:45", "Bauer", 2),
  guest("9:00", "Mehta", 2),
  guest("9:15", "Ferro", 3),
  guest("9:15", "Nunes", 2),
  guest("8:00", "Yilmaz", 2),
];

/** Booked, and never came. */
export const NO_SHOW = guest("8:15", "Solberg", 2);
/** Came, but no host had time to mark them. */
export const UNMARKED = guest("9:30", "Quinn", 2);

/** The pages warn of a booked party that is this many minutes late. */
export const LATE_MINUTES = 15;

/** Whether the pages warn of a party, because it comes late or overstays. */
export const isWarnedOf = ({ late, over }: Guest): boolean => late >= LATE_MINUTES || over > 0;

/** The turn for a party of this size, in minutes: the product's default. */
export const turnOf = (size: number): number =>
  size <= 2 ? 90 : size <= 4 ? 105 : size <= 6 ? 120 : 150;
