// Goal: every operation in every status does what LEGAL below says.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ROOMY } from "./houses.ts";
import { dayAfter, HOUR, instant, MINUTE, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";
import type { Success, WriteTool } from "./wire.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
const START = instant(TODAY, "19:00");
let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("house", { ...ROOMY, largeParty: { from: 50, mode: "pending" } });
  await desk.brand("small", { ...ROOMY, seats: 4 });
  key = await desk.key(["house", "small"]);
});
afterAll(() => desk?.close());

type Status = Success<"get_booking">["reservation"]["status"];
const guest = { brand: "house", name: "Ada", phone: "+12127365000", numberOfPeople: 2 };
const at = when(TODAY, "19:00");

async function create(extra: object = {}): Promise<string> {
  const { reservation } = await desk.ok("create_booking", { ...guest, ...at, ...extra }, key);
  return reservation.id as string;
}
type Change = Exclude<WriteTool, "create_booking">;
const act = (tool: Change, id: string, more: object = {}) =>
  desk.ok(tool, { brand: "house", id, ...more }, key);
const look = async (id: string, brand = "house") =>
  (await desk.ok("get_booking", { brand, id }, key)).reservation;

/** How a reservation for 7:00 PM today gets into each status by 7:20 PM. */
const reach: Record<Exclude<Status, "pending">, () => Promise<string>> = {
  booked: () => create(),
  arrived: async () => (await act("mark_arrived", await create())).reservation.id,
  seated: async () => (await act("mark_seated", await create())).reservation.id,
  completed: async () => {
    const id = await reach.seated();
    return (await act("mark_completed", id)).reservation.id;
  },
  no_show: async () => (await act("mark_no_show", await create())).reservation.id,
  cancelled: async () => (await act("cancel_booking", await create())).reservation.id,
};

const OPERATIONS: Record<string, [tool: Change | "add_note", more: object]> = {
  mark_arrived: ["mark_arrived", {}],
  mark_seated: ["mark_seated", {}],
  mark_completed: ["mark_completed", {}],
  mark_no_show: ["mark_no_show", {}],
  cancel_booking: ["cancel_booking", {}],
  "update_booking (time)": ["update_booking", { time: "8:30 PM" }],
  "update_booking (size)": ["update_booking", { numberOfPeople: 3 }],
  "update_booking (notes)": ["update_booking", { notes: "new" }],
  add_note: ["add_note", { note: "new" }],
};
/**
 * The status afterwards. "same": the change is made and the status stays. "repeat": nothing changes.
 * "illegal": the call is refused.
 */
type Verdict = Status | "same" | "repeat" | "illegal";
const LEGAL: Record<string, Partial<Record<Status, Verdict>>> = {
  mark_arrived: { booked: "arrived", no_show: "arrived", arrived: "repeat" },
  mark_seated: { booked: "seated", arrived: "seated", no_show: "seated", seated: "repeat" },
  mark_completed: { seated: "completed", arrived: "completed", completed: "repeat" },
  mark_no_show: { booked: "no_show", no_show: "repeat" },
  cancel_booking: {
    booked: "cancelled",
    pending: "cancelled",
    arrived: "cancelled",
    cancelled: "repeat",
  },
  "update_booking (time)": { booked: "same", pending: "same", arrived: "same" },
  "update_booking (size)": { booked: "same", pending: "same", arrived: "same", seated: "same" },
};
const STATUSES: Status[] = [
  "booked",
  "pending",
  "arrived",
  "seated",
  "completed",
  "no_show",
  "cancelled",
];
const TABLE = STATUSES.flatMap((status) =>
  Object.keys(OPERATIONS).map((operation) => {
    const notes = operation === "add_note" || operation === "update_booking (notes)";
    const verdict = notes ? "same" : (LEGAL[operation]?.[status] ?? "illegal");
    return [status, operation, verdict] as [Status, string, Verdict];
  }),
);

async function judge(id: string, operation: string, verdict: Verdict, status: Status) {
  const [tool, more] = OPERATIONS[operation] ?? ["mark_arrived", {}];
  const before = await look(id);
  expect(before.status).toBe(status);
  const args = { brand: "house", id, ...more };
  if (verdict === "illegal") {
    const refused = await desk.refused(tool, args, "INVALID_TRANSITION", key);
    expect(refused.message).toMatch(status === "no_show" ? /no.show/i : new RegExp(status, "i"));
    expect(refused.suggestions).toEqual([]);
    expect(await look(id)).toEqual(before);
    return;
  }
  const result = await desk.ok(tool, args, key);
  const expected = verdict === "same" || verdict === "repeat" ? status : verdict;
  expect(result.reservation.status).toBe(expected);
  expect(result.changed).toBe(verdict !== "repeat");
  expect(await look(id)).toEqual(result.reservation);
  if (verdict !== "repeat") {
    expect(result.reservation.revision).toBe(before.revision + 1);
    return;
  }
  expect(result.reservation).toEqual(before);
  expect(result.notifications).toEqual([]);
  expect(result.waitlist).toBeNull();
}

describe("nine hours before the start,", () => {
  test.each(TABLE.filter(([status]) => status === "pending"))(
    "in status %s, %s gives: %s",
    async (status, operation, verdict) => {
      const id = await create({ numberOfPeople: 60 });
      const [tool, more] = OPERATIONS[operation] ?? ["mark_arrived", {}];
      if ("numberOfPeople" in more) {
        const smaller = { brand: "house", id, numberOfPeople: 55 };
        const result = await desk.ok(tool, smaller, key);
        expect(result.reservation).toMatchObject({ status: "pending", numberOfPeople: 55 });
        return;
      }
      await judge(id, operation, verdict, status);
    },
  );
});

describe("the earliest time of an operation:", () => {
  test.each(["mark_arrived", "mark_seated"] as const)(
    "%s is TOO_EARLY until three hours before the start",
    async (tool) => {
      const id = await create({ ...when(dayAfter(TODAY, 1), "19:00") });
      const refused = await desk.refused(tool, { brand: "house", id }, "TOO_EARLY", key);
      expect(refused).toMatchObject({
        retryable: true,
        retryAt: instant(dayAfter(TODAY, 1), "16:00"),
      });
      expect((await look(id)).status).toBe("booked");
    },
  );
  test("mark_seated works from three hours before the start and sets seatedAt", async () => {
    const id = await create();
    await desk.goTo(START - 3 * HOUR - MINUTE);
    await desk.refused("mark_seated", { brand: "house", id }, "TOO_EARLY", key);
    await desk.goTo(START - 3 * HOUR);
    const { reservation } = await act("mark_seated", id);
    expect(reservation.seatedAt).toBeGreaterThanOrEqual(START - 3 * HOUR);
    expect(reservation.seatedAt).toBeLessThan(START - 3 * HOUR + MINUTE);
  });
  test("mark_no_show is TOO_EARLY until noShowGraceMinutes after the start", async () => {
    await desk.goTo(START - 10 * MINUTE);
    const id = await create();
    const args = { brand: "house", id };
    const early = await desk.refused("mark_no_show", args, "TOO_EARLY", key);
    expect(early).toMatchObject({ retryable: true, retryAt: START + 15 * MINUTE });
    await desk.goTo(START + 14 * MINUTE);
    await desk.refused("mark_no_show", args, "TOO_EARLY", key);
    await desk.goTo(early.retryAt ?? 0);
    const missed = await act("mark_no_show", id);
    expect(missed.waitlist).toMatchObject({ willRun: true });
  });
});

describe("at 7:20 PM, after the start,", () => {
  beforeAll(() => desk.goTo(START + 20 * MINUTE));
  test.each(TABLE.filter(([status]) => status !== "pending"))(
    "in status %s, %s gives: %s",
    async (status, operation, verdict) => {
      if (status === "pending") return;
      await judge(await reach[status](), operation, verdict, status);
    },
  );
  test("each change of the status stores its own time", async () => {
    const id = await create();
    const arrived = (await act("mark_arrived", id)).reservation;
    expect(arrived.arrivedAt).toBeGreaterThanOrEqual(START + 20 * MINUTE);
    expect([arrived.seatedAt, arrived.completedAt, arrived.cancelledAt]).toEqual([
      null,
      null,
      null,
    ]);
    const seated = (await act("mark_seated", id)).reservation;
    expect(seated.arrivedAt).toBe(arrived.arrivedAt);
    expect(seated.seatedAt).toBeGreaterThanOrEqual(arrived.arrivedAt ?? 0);
    const completed = (await act("mark_completed", id)).reservation;
    expect(completed.completedAt).toBeGreaterThanOrEqual(seated.seatedAt ?? 0);
    const gone = (await act("cancel_booking", await create())).reservation;
    expect(gone.cancelledAt).toBeGreaterThanOrEqual(START + 20 * MINUTE);
  });
  test("a no-show who comes late is refused with SLOT_REUSED if their seats were given away", async () => {
    const small = { ...guest, brand: "small", numberOfPeople: 4, ...at };
    const id = (await desk.ok("create_booking", small, key)).reservation.id;
    await desk.ok("mark_no_show", { brand: "small", id }, key);
    await desk.ok("create_booking", { ...small, name: "Bo", time: "7:20 PM" }, key);
    for (const tool of ["mark_arrived", "mark_seated"] as const)
      await desk.refused(tool, { brand: "small", id }, "SLOT_REUSED", key);
    expect((await look(id as string, "small")).status).toBe("no_show");
  });
  test("seating is not refused for lack of seats; a warning names the later interval over the limit", async () => {
    const early = { ...guest, brand: "small", numberOfPeople: 4, ...when(TODAY, "21:15") };
    const id = (await desk.ok("create_booking", early, key)).reservation.id;
    const next = { ...early, name: "Next", ...when(TODAY, "23:00") };
    await desk.refused("create_booking", next, "OUTSIDE_SERVICE", key);
    await desk.set(
      "small",
      'services=[{"name":"Dinner","days":["fri"],"opens":"17:00","lastSeating":"23:00","closes":"23:30","limits":{}}]',
    );
    await desk.ok("create_booking", next, key);
    await desk.goTo(instant(TODAY, "21:30"));
    const seated = await desk.ok("mark_seated", { brand: "small", id }, key);
    expect(seated.warnings.find((one) => one.code === "OVER_LIMIT")).toMatchObject({
      from: instant(TODAY, "23:00"),
      covers: 8,
      limit: 4,
    });
  });
});

describe("automatic changes", () => {
  test("a seated party is completed three hours after its end; a booked one is not", async () => {
    const seated = await create(when(TODAY, "21:30"));
    const left = await create(when(TODAY, "21:30"));
    await act("mark_seated", seated);
    const { endTimestamp } = await look(seated);
    await desk.goTo(endTimestamp + 3 * HOUR - MINUTE);
    expect((await look(seated)).status).toBe("seated");
    await desk.goTo(endTimestamp + 3 * HOUR + 5 * MINUTE);
    expect((await look(seated)).status).toBe("completed");
    expect((await look(left)).status).toBe("booked");
    const { history } = await desk.ok("get_booking", { brand: "house", id: seated }, key);
    expect(history[0]?.operation).not.toBe("mark_seated");
  });
  test("a request that nobody decides is cancelled after 24 hours, or 3 hours before the start if that is earlier", async () => {
    const day = dayAfter(TODAY, 4);
    const now = await desk.now();
    const far = await create({ numberOfPeople: 60, ...when(day, "19:00") });
    const near = await create({ numberOfPeople: 60, ...when(dayAfter(TODAY, 1), "19:00") });
    await desk.goTo(instant(dayAfter(TODAY, 1), "15:58"));
    expect((await look(near)).status).toBe("pending");
    await desk.goTo(instant(dayAfter(TODAY, 1), "16:01"));
    expect((await look(near)).status).toBe("cancelled");
    expect((await look(far)).status).toBe("pending");
    await desk.goTo(now + 24 * HOUR + MINUTE);
    expect((await look(far)).status).toBe("cancelled");
  });
});
