// Goal: hosts get through a full Saturday with late guests. Every mark (arrived, seated, completed,
// no-show) can be undone immediately, even while parties that were seated late exceed the limit. If
// another guest has the seats now, the undo names that guest. Walk-ins are seated, or learn why not.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { BUILD_LIMIT_MS, compiledProduct } from "./compiled.ts";
import { account, type Host, hostAt } from "./host.ts";
import { DINNER } from "./houses.ts";
import { HOUR, instant, MINUTE, when, wordsOf } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(60_000);

const SATURDAY = "2026-11-21";
const SEATS = 40;
const HOUSE = {
  seats: SEATS,
  paceCovers: 14,
  attendance: { enabled: false },
  quietHours: { from: "00:00", to: "00:00" },
  services: [DINNER],
};
const SIZES = [2, 4, 2, 3, 6, 2, 4, 2, 5, 2];
/** How many minutes late a party comes; null: a no-show. */
const LATE = [0, 10, 0, 15, 20, 5, 0, 10, 0, null];
/** How many minutes a party stays beyond its turn. */
const LINGERS = [0, 5, 12, 0, 25];

interface Party {
  readonly id: string;
  readonly startAt: number;
  readonly size: number;
}

let product: ReturnType<typeof compiledProduct>;
let desk: Desk;
let key: string;
let hostPerson: Awaited<ReturnType<typeof account>>;
let host: Host;
const parties: Party[] = [];
beforeAll(async () => {
  product = compiledProduct();
  desk = await startDesk(`${SATURDAY}T12:00:00-05:00`, product);
  key = await desk.house("house", HOUSE);
  hostPerson = await account(desk, "host", "house");
  host = await hostAt(desk, "house", hostPerson);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await desk?.close();
  product?.[Symbol.dispose]();
});

const recordOf = async (id: string) => (await desk.ok("get_booking", { id }, key)).reservation;
/** The fields that a mark changes and its undo must restore. */
async function stateOf(id: string) {
  const { status, attendance, timestamp, endTimestamp, ...record } = await recordOf(id);
  const { arrivedAt, seatedAt, completedAt, flags } = record;
  return { status, attendance, timestamp, endTimestamp, arrivedAt, seatedAt, completedAt, flags };
}
const textCount = async (): Promise<number> => (await desk.texts()).length;

/** Marks a party, undoes the mark, checks that nothing has changed, and marks the party again. */
async function markWithSlip(id: string, mark: string): Promise<void> {
  const before = { state: await stateOf(id), texts: await textCount() };
  await host.send(mark, { id });
  expect((await recordOf(id)).status).not.toBe(before.state.status);
  await desk.advance(1000);
  await host.send("undo_last_change", { id });
  const after = { state: await stateOf(id), texts: await textCount() };
  expect({ mark, ...after }).toEqual({ mark, ...before });
  await host.send(mark, { id });
}

test("the evening is booked as full as the rules allow", async () => {
  for (let minute = 0; minute <= 270; minute += 15) {
    const startAt = instant(SATURDAY, "17:00") + minute * MINUTE;
    for (const offset of [0, 1, 2]) {
      const size = SIZES[(minute / 15 + 3 * offset) % SIZES.length] as number;
      const args = {
        name: `Party ${parties.length + 1}`,
        numberOfPeople: size,
        ...wordsOf(startAt),
      };
      const { isError, structured } = await desk.call("create_booking", args, key);
      if (isError) continue;
      const { id } = structured["reservation"] as { id: string };
      parties.push({ id, startAt, size });
    }
  }
  const covers = parties.reduce((sum, { size }) => sum + size, 0);
  expect(covers).toBeGreaterThan(2 * SEATS);
});

interface Step {
  readonly at: number;
  readonly id: string;
  readonly mark: string;
}

/** The marks of all parties in order of time. */
function evening(): readonly Step[] {
  const steps = parties.flatMap(({ id, startAt, size }, index): Step[] => {
    const late = LATE[index % LATE.length];
    if (late === null || late === undefined) {
      return [{ at: startAt + 16 * MINUTE, id, mark: "mark_no_show" }];
    }
    const seatedAt = startAt + (late + 4) * MINUTE;
    const turn = size <= 2 ? 90 : size <= 4 ? 105 : 120;
    const leaves = seatedAt + (turn + (LINGERS[index % LINGERS.length] ?? 0)) * MINUTE;
    return [
      { at: startAt + late * MINUTE, id, mark: "mark_arrived" },
      { at: seatedAt, id, mark: "mark_seated" },
      { at: leaves, id, mark: "mark_completed" },
    ];
  });
  return steps.sort((a, b) => a.at - b.at);
}

test("every mark can be undone immediately, even while the evening is over its limit", async () => {
  let overFull = 0;
  for (const { at, id, mark } of evening()) {
    if (at > (await desk.now())) await desk.goTo(at);
    await markWithSlip(id, mark);
    if ((await recordOf(id)).flags.includes("over_limit")) overFull += 1;
  }
  // At zero, the parties would not have been late enough to exceed the limit.
  expect(overFull).toBeGreaterThan(0);
  for (const { id } of parties) {
    expect((await recordOf(id)).status).toMatch(/^(completed|no_show)$/);
  }
}, 180_000);

/** A restaurant with four seats. Moves the clock to noon of `date`. */
async function oneTable(slug: string, date: string) {
  const large = { from: 1000, mode: "refuse" };
  const settings = { ...HOUSE, seats: 4, paceCovers: null, maxPartySize: 4, largeParty: large };
  await desk.brand(slug, settings);
  await desk.goTo(instant(date, "12:00"));
  const own = await desk.key([slug]);
  const book = async (name: string) => {
    const args = { name, numberOfPeople: 4, ...when(date, "18:00") };
    return (await desk.ok("create_booking", args, own)).reservation.id as string;
  };
  const person = await account(desk, "manager", slug);
  return { key: own, manager: await hostAt(desk, slug, person), book };
}

test("an undo names the party that has the seats now: an agent is refused, a manager may undo anyway", async () => {
  const date = "2026-11-22";
  const bar = await oneTable("bar", date);
  const id = await bar.book("Okafor");
  await desk.goTo(instant(date, "18:00"));
  await desk.ok("mark_seated", { id }, bar.key);
  await desk.ok("mark_completed", { id }, bar.key);
  await bar.book("Tanaka");
  const refusal = await desk.refused("undo_last_change", { id }, "SLOT_REUSED", bar.key);
  expect(refusal.text).toContain("Tanaka");
  expect(await bar.manager.press("undo_last_change", { id })).toContain("Tanaka");
  const { status, flags } = (await desk.ok("get_booking", { id }, bar.key)).reservation;
  expect({ status, over: flags.includes("over_limit") }).toEqual({ status: "seated", over: true });
});

test("the undo of a no-show names the guest who has been offered the seats; if a manager undoes it anyway, the offer stays", async () => {
  const date = "2026-11-24";
  const nook = await oneTable("nook", date);
  const id = await nook.book("Bell");
  const phone = "+12127365190";
  const wish = { ...when(date, "18:30"), latestTime: when(date, "20:00").time };
  const waits = { name: "Nora Abbott", phone, numberOfPeople: 4, ...wish };
  await desk.ok("add_to_waitlist", waits, nook.key);
  await desk.goTo(instant(date, "18:20"));
  await desk.ok("mark_no_show", { id }, nook.key);
  await desk.advance(1000);
  expect((await desk.texts({ phone })).map(({ kind }) => kind)).toEqual(["offer"]);
  const refusal = await desk.refused("undo_last_change", { id }, "SLOT_REUSED", nook.key);
  expect(refusal.text).toContain("Nora Abbott");
  expect(await nook.manager.press("undo_last_change", { id })).toContain("Nora Abbott");
  expect((await desk.ok("get_booking", { id }, nook.key)).reservation.status).toBe("booked");
  const { entries } = await desk.ok("list_waitlist", { date: wish.date }, nook.key);
  expect(entries.map(({ status }) => status)).toEqual(["offered"]);
});

test("walk-ins are seated until every seat is taken; then the refusal says so and suggests a later time", async () => {
  await desk.goTo(instant("2026-11-25", "19:00"));
  // The session of the earlier evening has expired.
  host = await hostAt(desk, "house", hostPerson);
  const now = wordsOf(await desk.now());
  const atTheDoor = { name: "Walk-in", numberOfPeople: 4, ...now };
  for (let party = 1; party <= SEATS / 4; party += 1) {
    const { reservation } = await desk.ok("create_booking", atTheDoor, key);
    await host.press("mark_seated", { id: reservation.id as string });
  }
  const { text, suggestions } = await desk.refused(
    "create_booking",
    atTheDoor,
    "CAPACITY_FULL",
    key,
  );
  expect(text).toContain(`${SEATS} of ${SEATS} seats`);
  const [first] = suggestions;
  expect(first?.timestamp).toBeGreaterThan(await desk.now());
  expect(first?.timestamp).toBeLessThan((await desk.now()) + 2 * HOUR);
});
