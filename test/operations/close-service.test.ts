// Goal: an assistant closes a day or a service only with permission; the tool cancels no
// reservation and names every affected guest. Method: the tool over a real database.
import { describe, expect, test } from "bun:test";
import type { Caller, Role, Scope } from "../../src/domain/caller.ts";
import { newUser } from "../../src/operations/team/team-changes.ts";
import { clientRow } from "../support/authority.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { said } from "../support/said.ts";
import { ADA, BISTRO, caller, FRIDAY, type House, NOW, openHouse, PLAIN } from "./house.ts";

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const LUNCH = {
  name: "Lunch",
  days: DAYS,
  opens: "12:00",
  lastSeating: "14:00",
  closes: "15:00",
};
const DINNER = { ...LUNCH, name: "Dinner", opens: "17:00", lastSeating: "21:30", closes: "23:30" };
const TWO = { ...PLAIN, services: [LUNCH, DINNER] };
const ALL: readonly Scope[] = ["bookings.read", "bookings.write", "settings.write"];
const CLOSER = caller({ scopes: ALL });

interface Closing {
  readonly date: string;
  readonly service: string | null;
  readonly closed: boolean;
  readonly changed: boolean;
  readonly concerned: readonly {
    readonly id: string | null;
    readonly entryId: string | null;
    readonly name: string;
    readonly phone: string | null;
    readonly time: string;
  }[];
}

const close = (house: House, input: object = {}, from: Caller = CLOSER) =>
  house.ok<Closing>("close_service", { date: FRIDAY, ...input }, from);
const special = (house: House) =>
  house.stores.brands.get(BISTRO)?.settings.specialDays["2026-11-20"];
const named = ({ concerned }: Closing) =>
  concerned.map(({ id, name, phone, time }) => [
    id === null ? "waits" : "booked",
    name,
    phone,
    time,
  ]);

/** Lea has lunch, Ada has dinner, and Wim waits for the evening. */
async function evening(house: House) {
  const lea = await house.book({ name: "Lea", time: "12:30 PM" });
  const ada = await house.book({ name: "Ada", phone: ADA });
  const wish = { name: "Wim", phone: "+12127365001", numberOfPeople: 2, date: FRIDAY };
  await house.ok("add_to_waitlist", { ...wish, time: "8:00 PM" });
  return { lea, ada };
}

describe("close_service", () => {
  test("names the reservations and waiting guests of one service, and cancels none", async () => {
    using house = openHouse(TWO);
    const { lea, ada } = await evening(house);
    const texts = house.texts(ada);
    const answer = await close(house, { service: "dinner", note: "Wedding" });
    expect(answer).toMatchObject({ date: FRIDAY, closed: false, changed: true });
    expect(named(answer)).toEqual([
      ["booked", "Ada", ADA, "7:00 PM"],
      ["waits", "Wim", "+12127365001", "7:30 PM"],
    ]);
    expect([house.stored(lea).status, house.stored(ada).status]).toEqual(["booked", "booked"]);
    expect(house.texts(ada)).toEqual(texts);
    const refused = await house.refused("create_booking", {
      name: "Late",
      numberOfPeople: 2,
      date: FRIDAY,
      time: "8:00 PM",
    });
    expect(refused.code).toBe("OUTSIDE_SERVICE");
    expect(said(refused)).toContain("Wedding");
  });

  test("closes and reopens a day, which restores the hours from before", async () => {
    using house = openHouse({ ...TWO, specialDays: { "2026-11-20": { services: [DINNER] } } });
    const before = special(house);
    const dry = await close(house, { dryRun: true });
    expect(dry).toMatchObject({ closed: true, changed: true, dryRun: true });
    expect(special(house)).toEqual(before);
    await close(house);
    expect(special(house)).toEqual({ closed: true });
    expect(await close(house)).toMatchObject({ changed: false, closed: true });
    expect(await close(house, { reopen: true })).toMatchObject({ changed: true, closed: false });
    expect(special(house)).toEqual(before);
  });

  test("says in words which guests to call, with their times and phones", async () => {
    using house = openHouse(TWO);
    const { ada } = await evening(house);
    const { text } = await house.invoke(
      "close_service",
      { date: FRIDAY, service: "Dinner", dryRun: true },
      CLOSER,
    );
    expect(text).toContain(`Dinner on ${FRIDAY} would be closed.`);
    expect(text).toContain("1 reservation and 1 waiting guest");
    expect(text).toContain(`${ada}: Ada, booked ${FRIDAY} at 7:00 PM, ${ADA}`);
  });

  test("changes nothing if the service is already closed, and spells the name as in the settings", async () => {
    using house = openHouse(TWO);
    await close(house, { service: "lunch" });
    const { text } = await house.invoke(
      "close_service",
      { date: FRIDAY, service: "lunch" },
      CLOSER,
    );
    expect(text).toStartWith(`Nothing was changed: Lunch on ${FRIDAY} is already closed.`);
    await close(house, { service: "Lunch", reopen: true });
    const again = { date: FRIDAY, service: "lunch", reopen: true };
    expect((await house.invoke("close_service", again, CLOSER)).text).toBe(
      `Nothing was changed: Lunch on ${FRIDAY} was not closed by close_service.`,
    );
  });

  test("refuses an unknown service, with the names of the existing services", async () => {
    using house = openHouse(TWO);
    const error = await house.refused("close_service", { date: FRIDAY, service: "Brunch" }, CLOSER);
    expect(said(error)).toContain("Lunch, Dinner");
  });
});

test("a past date is refused, with today's date", async () => {
  using house = openHouse(TWO);
  const date = "2026-11-10";
  const error = await house.refused("close_service", { date }, CLOSER);
  expect(error.code).toBe("INVALID_INPUT");
  expect(said(error)).toContain(
    "Tuesday, November 10, 2026 is in the past: today is Tuesday, November 17",
  );
  expect(house.stores.brands.get(BISTRO)?.settings.specialDays[date]).toBeUndefined();
});

describe("permission to close a service:", () => {
  test.each([[["bookings.read", "bookings.write"]], [["bookings.write"]], [[]]] as const)(
    "a token with %p is refused",
    async (scopes) => {
      using house = openHouse(TWO);
      const from = caller({ scopes });
      const error = await house.refused("close_service", { date: FRIDAY }, from);
      expect(error.code).toBe("FORBIDDEN_SCOPE");
      expect(special(house)).toBeUndefined();
    },
  );

  test("a token without bookings.read gets only the last digits of phones", async () => {
    using house = openHouse(TWO);
    await evening(house);
    const blind = caller({ scopes: ["settings.write"] });
    const answer = await close(house, { service: "Dinner", dryRun: true }, blind);
    expect(answer.concerned.map(({ phone }) => phone)).toEqual(["5000", "5001"]);
  });

  /** An app that a user with this role connected. */
  const appOf = (house: House, role: Role): Caller => {
    const account = { email: `${role}@example.com`, name: role, passwordHash: null };
    const user = newUser({ ...account, ownsInstance: false }, NOW, fixedRandom());
    house.stores.users.insert(user);
    house.stores.users.join(user.id, BISTRO, role, NOW);
    const client = clientRow();
    house.stores.oauthClients.insert(client);
    house.stores.grants.insert({
      id: "grant-1",
      userId: user.id,
      clientId: client.id,
      brands: { [BISTRO]: "host" },
      scopes: ALL,
      redirectUri: "https://app.example.com/cb",
      clientName: "Assistant",
      createdAt: NOW,
      lastUsedAt: null,
      endedAt: null,
      endReason: null,
    });
    return caller({ kind: "oauth", principal: "grant-1", scopes: ALL });
  };

  test.each([
    ["host", "is refused", "FORBIDDEN_TOOL"],
    ["manager", "is accepted", null],
    ["owner", "is accepted", null],
  ] as const)("a call of an app that a %s connected %s", async (role, _outcome, code) => {
    using house = openHouse(TWO);
    const app = appOf(house, role);
    const call = close(house, {}, app).catch((error: { code: string }) => error.code);
    expect(await call).toEqual(code ?? expect.objectContaining({ closed: true }));
  });

  test("an app can no longer close a service once its user has become a host", async () => {
    using house = openHouse(TWO);
    const app = appOf(house, "manager");
    await close(house, {}, app);
    const { userId } = house.stores.grants.byId("grant-1") ?? { userId: "" };
    house.stores.users.setRole(userId, BISTRO, "host");
    const error = await house.refused("close_service", { date: FRIDAY, reopen: true }, app);
    expect(error.code).toBe("FORBIDDEN_TOOL");
    expect(said(error)).toContain("manager");
  });
});
