// Goal: phones are stored in E.164; doubtful ones get a warning, and impossible ones are refused.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ROOMY } from "./houses.ts";
import { ROME, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("york", ROOMY);
  await desk.brand("rome", ROOMY, ROME, "IT");
  key = await desk.key(["york", "rome"]);
});
afterAll(() => desk?.close());

const call = (brand: string, phone: unknown) => ({
  brand,
  name: "Ada",
  phone,
  numberOfPeople: 2,
  ...when("2026-11-27", "19:00"),
});

describe("a phone is stored in E.164:", () => {
  test.each([
    ["york", "+12127365000", "+12127365000"],
    ["york", "+1 (212) 736-5000", "+12127365000"],
    ["york", "(212) 736.5000", "+12127365000"],
    ["york", "212-736-5000", "+12127365000"],
    ["york", "00390669821234", "+390669821234"],
    ["york", "+39 06 6982 1234", "+390669821234"],
    ["rome", "06 6982 1234", "+390669821234"],
    ["rome", "333 123 4567", "+393331234567"],
    ["rome", "001 212 736 5000", "+12127365000"],
    ["york", " +12127365000 ", "+12127365000"],
  ])("in %s, %j as %s", async (brand, typed, stored) => {
    const { reservation, warnings } = await desk.ok("create_booking", call(brand, typed), key);
    expect(reservation.phone).toBe(stored);
    expect(warnings.filter((one) => one.code === "PHONE_UNVERIFIED")).toEqual([]);
  });
});

describe("a doubtful phone is stored, with the warning PHONE_UNVERIFIED:", () => {
  test.each(["+12125550", "+999123456789", "+1212736500"])("%s", async (phone) => {
    const { reservation, warnings } = await desk.ok("create_booking", call("york", phone), key);
    expect(reservation.phone).toBe(phone);
    const warning = warnings.find((one) => one.code === "PHONE_UNVERIFIED");
    expect(warning?.message.length).toBeGreaterThan(10);
  });
});

describe("an impossible phone is refused", () => {
  test.each([
    "call me",
    "12",
    "+1234567",
    "+1234567890123456",
    "555-0123-x9",
    "+",
    "++12127365000",
    "212 736",
  ])("with PHONE_INVALID: %j", async (phone) => {
    const refused = await desk.refused("create_booking", call("york", phone), "PHONE_INVALID", key);
    expect(refused).toMatchObject({ suggestions: [], retryable: false });
  });
  test("with INVALID_INPUT and several reasons if other fields are wrong too", async () => {
    const bad = { ...call("york", "call me"), numberOfPeople: 0, time: "7:00" };
    const refused = await desk.refused("create_booking", bad, "INVALID_INPUT", key);
    expect(refused.reasons.length).toBeGreaterThanOrEqual(2);
  });
  test("on the waitlist too, where a phone is required", async () => {
    await desk.refused("add_to_waitlist", call("york", "call me"), "PHONE_INVALID", key);
    await desk.refused("add_to_waitlist", call("york", null), "INVALID_INPUT", key);
  });
});

test("a search finds a guest by the last four digits of the phone", async () => {
  await desk.ok("create_booking", call("york", "+12127369876"), key);
  const found = await desk.ok(
    "list_bookings",
    { brand: "york", date: "2026-11-27", query: "9876" },
    key,
  );
  expect(found.bookings).toHaveLength(1);
});
