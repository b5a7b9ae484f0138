// Settings that the acceptance tests start from, so that each test varies one thing.

const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Dinner every day, last seating 9:30 PM, closes 11:30 PM. */
export const DINNER = {
  name: "Dinner",
  days: EVERY_DAY,
  opens: "17:00",
  lastSeating: "21:30",
  closes: "23:30",
  limits: {},
};

export const LUNCH = {
  name: "Lunch",
  days: EVERY_DAY,
  opens: "12:00",
  lastSeating: "14:30",
  closes: "16:00",
  limits: {},
};

/** 30 seats, no pacing, no party is large, no guest is asked to confirm: capacity alone. */
export const PLAIN = {
  seats: 30,
  paceCovers: null,
  largeParty: { from: 1000, mode: "refuse" },
  attendance: { enabled: false },
  turnMinutes: [
    { upTo: 2, minutes: 90 },
    { upTo: 4, minutes: 105 },
    { upTo: null, minutes: 90 },
  ],
  services: [DINNER],
};

/** PLAIN with seats for every party. */
export const ROOMY = { ...PLAIN, seats: 5000 };

/** Flags of a key that may call every tool. */
export const EVERY_SCOPE = ["bookings.read", "bookings.write", "settings.write"].flatMap(
  (scope) => ["--scope", scope],
);
