// The settings that the acceptance tests start from. A test changes what it needs.

const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Dinner every day: last seating 9:30 PM, close 11:30 PM. */
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

/** 30 seats and no other limit: no pace, no large party, no guest is asked to confirm. */
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

/** PLAIN with more seats than any test needs. */
export const ROOMY = { ...PLAIN, seats: 5000 };

/** Flags for a key that may call every tool. */
export const EVERY_SCOPE = ["bookings.read", "bookings.write", "settings.write"].flatMap(
  (scope) => ["--scope", scope],
);
