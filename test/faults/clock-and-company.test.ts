// Goal: texts are not sent twice, seats are not overbooked and no booking is lost when the clock
// jumps by an hour, or when two servers share one file.
import { afterEach, describe, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { start } from "../../src/app.ts";
import { running } from "../cli/command-line.ts";
import { temporaryFolder } from "../support/database.ts";
import { booking, CLOCK, idOf, run, startDesk, storedIn, toolCall } from "./product.ts";

setDefaultTimeout(60_000); // processes start slowly on a machine that is busy
afterEach(() => void setSystemTime());

const HOUR = 3_600_000;

interface Text {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly reservationId: string;
}

describe("a clock that jumps", () => {
  test.each([
    ["an hour ahead and back", [1, -1]],
    ["an hour back and ahead", [-1, 1]],
  ])("%s: bookings are accepted and each is confirmed once", async (_, jumps) => {
    using folder = temporaryFolder();
    const words = ["dev", "--json", "--empty", "--port", "0", "--log-level", "error"];
    const server = running([...words, "--data", folder.path, "--clock", CLOCK], {
      start,
      now: Date.now,
    });
    const line = JSON.parse(await server.ready) as Record<"mcp" | "test" | "apiKey", string>;
    const headers = { authorization: `Bearer ${line.apiKey}`, "content-type": "application/json" };
    const tick = async (): Promise<void> => {
      const body = JSON.stringify({ advance: 1000 });
      await (await fetch(`${line.test}/clock`, { method: "POST", headers, body })).text();
    };
    const ids: string[] = [];
    const book = async (n: number): Promise<void> => {
      ids.push(idOf(await toolCall(line.mcp, line.apiKey, "create_booking", booking(n))));
      await tick();
    };
    await book(1);
    for (const [index, hours] of jumps.entries()) {
      setSystemTime(new Date(Date.now() + hours * HOUR));
      await book(index + 2);
    }
    const shown = await fetch(`${line.test}/messages?brand=demo-bistro`, { headers });
    const { messages } = (await shown.json()) as { messages: Text[] };
    const confirmed = messages.filter(({ kind }) => kind === "confirmation");
    expect(confirmed.map(({ reservationId }) => reservationId).toSorted()).toEqual(ids.toSorted());
    expect(new Set(confirmed.map(({ state }) => state))).toEqual(new Set(["delivered"]));
    expect((await server.stop()).exitCode).toBe(0);
    expect([...storedIn(folder.path)].toSorted()).toEqual(ids.toSorted());
  });
});

describe("two servers on one file", () => {
  test("share the seats, the work and the data, without overbooking or sending a text twice", async () => {
    using folder = temporaryFolder();
    await using first = await startDesk(folder.path);
    await using second = await startDesk(folder.path);
    const data = ["--data", folder.path];
    // Ten seats at one start, requested by forty parties at the same time.
    await run(["brand", "set", "demo-bistro", "--set", "paceCovers=10", ...data]);
    const wish = { ...booking(0), time: "7:00 PM" };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const guest = { ...wish, name: `Guest ${n}`, phone: `+1212555${2000 + n}` };
        return (n % 2 === 0 ? first : second).call("create_booking", guest);
      }),
    );
    const taken = answers.filter(({ isError }) => !isError).map(idOf);
    expect(taken).toHaveLength(10);
    for (const desk of [first, second]) {
      for (const id of taken) {
        const seen = await desk.call("get_booking", { brand: "demo-bistro", id });
        expect(seen.isError).toBe(false);
      }
    }
    expect((await run(["backup", ...data])).exitCode).toBe(0);
    await first.kill("SIGKILL");
    expect((await second.call("create_booking", booking(7))).isError).toBe(false);
    await second.kill("SIGTERM");
    const sent = `${first.log()}${second.log()}`
      .split("\n")
      .filter((line) => line.includes('"event":"sms"'))
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(new Set(sent).size).toBe(sent.length);
    expect(storedIn(folder.path).size).toBe(11);
  });
});
