// Goal: an agent can handle a whole evening over /mcp. The compiled binary works with two generations
// of the MCP SDK's client, and maitred run from its source works with the newer of them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SOURCE_COMMAND } from "../support/product-command.ts";
import { type Agent, GENERATIONS } from "./clients.ts";
import { BUILD_LIMIT_MS, compiledProduct } from "./compiled.ts";
import { PLAIN } from "./houses.ts";
import { instant, MINUTE, when } from "./moments.ts";
import { type Answer, type Desk, startDesk } from "./support.ts";
import type { Refusal, WriteResult } from "./wire.ts";

setDefaultTimeout(30_000);

const FRIDAY = "2026-11-20";
const TWO_PM = "2026-11-20T14:00:00-05:00";

const written = (answer: Answer): WriteResult => {
  if (answer.isError) throw new Error(answer.text);
  return answer.structured as WriteResult;
};
const refusal = (answer: Answer): Refusal => {
  if (!answer.isError) throw new Error(`expected a refusal: ${answer.text}`);
  return answer.structured["error"] as Refusal;
};

/** What one agent needs for an evening. */
interface Evening {
  readonly desk: Desk;
  readonly agent: Agent;
  readonly brand: string;
}

async function bookUntilFull({ agent, brand }: Evening): Promise<WriteResult[]> {
  const booked: WriteResult[] = [];
  for (const name of ["Ada", "Bo", "Cy"]) {
    const args = {
      brand,
      name,
      phone: "+12127365000",
      numberOfPeople: 4,
      ...when(FRIDAY, "19:00"),
    };
    booked.push(written(await agent.call("create_booking", args)));
  }
  const args = { brand, name: "Di", numberOfPeople: 4, ...when(FRIDAY, "19:00") };
  const full = refusal(await agent.call("create_booking", args));
  expect(full.code).toBe("CAPACITY_FULL");
  expect(full.message).toContain("12");
  expect(full.suggestions.length).toBeGreaterThan(0);
  for (const suggestion of full.suggestions) {
    const tried = written(
      await agent.call("create_booking", { ...args, ...suggestion, dryRun: true }),
    );
    expect(tried.reservation.timestamp).toBe(suggestion.timestamp);
  }
  const taken = await agent.call("create_booking", { ...args, ...full.suggestions[0] });
  booked.push(written(taken));
  return booked;
}

async function changeThem({ agent, brand }: Evening, [ada, bo, cy]: WriteResult[]) {
  const id = ada?.reservation.id;
  const smaller = written(await agent.call("update_booking", { brand, id, numberOfPeople: 2 }));
  expect(smaller.reservation).toMatchObject({ numberOfPeople: 2, status: "booked" });
  expect(smaller.waitlist).toEqual({ willRun: true, waiting: 0 });

  const moved = written(
    await agent.call("update_booking", { brand, id, time: "5:15 PM", notes: "by the window" }),
  );
  expect(moved.reservation).toMatchObject({ ...when(FRIDAY, "17:15"), notes: "by the window" });

  const noted = await agent.call("add_note", { brand, id, note: "birthday" });
  expect(written(noted).reservation.notes).toBe("birthday");
  expect(noted.structured["previous"]).toEqual({ field: "notes", text: "by the window" });
  const more = await agent.call("add_note", { brand, id, note: "cake", append: true });
  expect(written(more).reservation.notes).toBe("birthday\ncake");
  const seat = { brand, id, note: "step-free", field: "seatingNotes" };
  expect(written(await agent.call("add_note", seat)).reservation).toMatchObject({
    notes: "birthday\ncake",
    seatingNotes: "step-free",
  });

  const gone = written(
    await agent.call("cancel_booking", { brand, id: bo?.reservation.id, reason: "ill" }),
  );
  expect(gone.reservation.status).toBe("cancelled");
  expect(gone.waitlist).toEqual({ willRun: true, waiting: 0 });
  const again = written(await agent.call("cancel_booking", { brand, id: bo?.reservation.id }));
  expect(again).toMatchObject({ changed: false, waitlist: null, notifications: [] });
  expect(cy?.reservation.status).toBe("booked");
}

async function serveThem({ desk, agent, brand }: Evening, [ada, , cy]: WriteResult[]) {
  const early = refusal(await agent.call("mark_arrived", { brand, id: cy?.reservation.id }));
  expect(early).toMatchObject({ code: "TOO_EARLY", retryAt: instant(FRIDAY, "16:00") });
  await desk.goTo(instant(FRIDAY, "17:10"));
  const id = ada?.reservation.id;
  const arrived = written(await agent.call("mark_arrived", { brand, id }));
  expect(arrived.reservation.status).toBe("arrived");
  expect(arrived.reservation.arrivedAt).toBeGreaterThanOrEqual(instant(FRIDAY, "17:10"));
  await desk.advance(5 * MINUTE);
  const seated = written(await agent.call("mark_seated", { brand, id }));
  expect(seated.reservation.status).toBe("seated");
  expect(written(await agent.call("mark_seated", { brand, id })).changed).toBe(false);
  await desk.advance(60 * MINUTE);
  const left = written(await agent.call("mark_completed", { brand, id }));
  expect(left.reservation.status).toBe("completed");
  expect(refusal(await agent.call("mark_arrived", { brand, id })).code).toBe("INVALID_TRANSITION");

  await desk.goTo(instant(FRIDAY, "19:05"));
  const absent = { brand, id: cy?.reservation.id };
  const soon = refusal(await agent.call("mark_no_show", absent));
  expect(soon).toMatchObject({
    code: "TOO_EARLY",
    retryable: true,
    retryAt: instant(FRIDAY, "19:15"),
  });
  await desk.goTo(soon.retryAt ?? 0);
  const missed = written(await agent.call("mark_no_show", absent));
  expect(missed.reservation.status).toBe("no_show");
  expect(missed.waitlist).toEqual({ willRun: true, waiting: 0 });
}

async function retries({ agent, brand }: Evening) {
  const args = {
    brand,
    name: "Eve",
    numberOfPeople: 2,
    ...when("2026-11-21", "18:00"),
    idempotencyKey: `retry-${agent.generation}`,
  };
  const first = await agent.call("create_booking", args);
  const second = await agent.call("create_booking", args);
  expect(JSON.stringify(second.structured)).toBe(JSON.stringify(first.structured));
  expect(second.content).toEqual(first.content);
  expect(first.meta["replayed"]).toBeUndefined();
  expect(second.meta["replayed"]).toBe(true);
  const other = refusal(await agent.call("create_booking", { ...args, numberOfPeople: 3 }));
  expect(other.code).toBe("IDEMPOTENCY_KEY_REUSED");
}

async function brandsAndKeys(
  evening: Evening,
  connect: (key: string) => Promise<Agent>,
  other: string,
) {
  const { agent, brand, desk } = evening;
  const listed = await agent.call("list_brands", {});
  expect(JSON.stringify(listed.structured)).toContain(brand);
  const start = when("2026-11-22", "18:00");
  const guest = { name: "Flo", numberOfPeople: 2, ...start };
  expect(refusal(await agent.call("create_booking", guest)).code).toBe("BRAND_REQUIRED");
  const here = written(await agent.call("create_booking", { ...guest, brand: other }));
  expect(here.reservation.brand).toBe(other);
  const id = here.reservation.id;
  const wrong = refusal(await agent.call("update_booking", { brand, id, notes: "x" }));
  expect(wrong.code).toBe("BRAND_MISMATCH");
  const nowhere = refusal(await agent.call("create_booking", { ...guest, brand: "nowhere" }));
  expect(nowhere.code).toBe("BRAND_UNKNOWN");

  const refused = await connect(`${desk.ready.apiKey.slice(0, -1)}!`).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Error);
  const answer = await desk.rpc("tools/list", {}, "mtd_test_wrong");
  expect(answer.status).toBe(401);

  const reader = await connect(await desk.key([brand, other], "--scope", "bookings.read"));
  const forbidden = await reader.call("create_booking", { ...guest, brand });
  expect(refusal(forbidden).code).toBe("FORBIDDEN_SCOPE");
  const read = await reader.call("list_bookings", { brand: other, date: start.date });
  expect(read.structured).toMatchObject({ total: 1, covers: 2 });
  await reader.close();
}

function evenings(
  command: () => { command: readonly string[]; cwd?: string },
  generations = GENERATIONS,
) {
  for (const [generation, connect] of generations) {
    describe(generation, () => {
      let evening: Evening;
      let connectAs: (key: string) => Promise<Agent>;
      let booked: WriteResult[] = [];
      beforeAll(async () => {
        const desk = await startDesk(TWO_PM, command());
        await desk.brand("harbour", { ...PLAIN, seats: 12 });
        await desk.brand("garden", { ...PLAIN, seats: 12 });
        const key = await desk.key(["harbour", "garden"]);
        connectAs = (token) => connect(desk.ready.mcp, token);
        evening = { desk, agent: await connectAs(key), brand: "harbour" };
      });
      afterAll(async () => {
        await evening?.agent.close();
        await evening?.desk.close();
      });
      test("books until the restaurant is full, and every suggested time works", async () => {
        booked = await bookUntilFull(evening);
        const day = await evening.agent.call("list_bookings", { brand: "harbour" });
        expect(day.structured).toMatchObject({ total: 4, covers: 16 });
      });
      test("shrinks, moves, adds notes and cancels", () => changeThem(evening, booked));
      test("marks parties arrived, seated and completed, and a no-show as soon as the mark is allowed", () =>
        serveThem(evening, booked));
      test("gives a retry the same answer, byte for byte", () => retries(evening));
      test("keeps two brands apart, and refuses wrong keys and missing scopes", () =>
        brandsAndKeys(evening, connectAs, "garden"));
    });
  }
}

// From source, one generation of clients is enough: all of them reach the same code.
describe("from source", () => evenings(() => ({ command: SOURCE_COMMAND }), GENERATIONS.slice(-1)));

describe("with the compiled binary in another folder", () => {
  let product: ReturnType<typeof compiledProduct>;
  beforeAll(() => {
    product = compiledProduct();
  }, BUILD_LIMIT_MS);
  afterAll(() => product?.[Symbol.dispose]());
  evenings(() => product);
});
