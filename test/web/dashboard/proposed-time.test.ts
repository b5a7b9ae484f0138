// Goal: the waitlist's form proposes a time at which the guest can still come. Method: one Friday
// in restaurants with lunch and dinner, with lunch only, and with an evening past midnight.
import { expect, test } from "bun:test";
import { resolveSettings } from "../../../src/domain/settings.ts";
import { proposedTime } from "../../../src/web/dashboard/waitlist/proposed-time.ts";

const FRIDAY = "2026-11-20";
const MIDNIGHT = Date.parse("2026-11-20T00:00:00-05:00");
const service = (name: string, opens: string, lastSeating: string, closes: string) => ({
  name,
  days: ["fri"],
  opens,
  lastSeating,
  closes,
  limits: {},
});
const LUNCH = service("Lunch", "12:00", "14:00", "15:30");
const DINNER = service("Dinner", "17:00", "21:30", "23:30");
const LATE = service("Late", "18:00", "01:30", "03:00");

test.each([
  ["at 7:12 PM, the next start", [LUNCH, DINNER], 19.2, "19:15"],
  ["at the instant of a start, that start", [LUNCH, DINNER], 19.25, "19:15"],
  ["during lunch, a start at lunch", [LUNCH, DINNER], 12.5, "12:30"],
  ["before the first service, 7:00 PM", [LUNCH, DINNER], 9, "19:00"],
  ["between the services, 7:00 PM", [LUNCH, DINNER], 15, "19:00"],
  ["on an earlier day, 7:00 PM", [LUNCH, DINNER], -40, "19:00"],
  ["if no service is open at 7:00 PM, the first start", [LUNCH], 9, "12:00"],
  ["past midnight, the next start of that evening", [LATE], 24.4, "00:30"],
  ["after the last seating, no time", [LUNCH, DINNER], 21.6, ""],
  ["on a closed day, no time", [], 9, ""],
])("the form proposes: %s", (_rule, services, hour, time) => {
  const zone = { timeZone: "America/New_York", defaultCountry: "US" };
  const settings = resolveSettings({ ...zone, services });
  expect(proposedTime(settings, FRIDAY, MIDNIGHT + hour * 3_600_000)).toBe(time);
});
