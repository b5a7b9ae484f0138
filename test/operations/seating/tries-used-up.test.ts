// Goal: a start that an answer shows as open is also among the nearest starts, even if the search
// for tables has used up its tries. Method: the demo's full evening over the wire.
import { expect, setDefaultTimeout, test } from "bun:test";
import { start } from "../../../src/app.ts";
import { running } from "../../cli/command-line.ts";

setDefaultTimeout(60_000);

const EVENING = "2026-11-20";
const NOON = `${EVENING}T12:00:00-05:00`;

interface Starts {
  readonly bookings: readonly { readonly id: string }[];
  readonly slots: readonly { readonly timestamp: number; readonly state: string }[];
  readonly nearest: readonly { readonly timestamp: number }[];
}

test("a start that is open only if other parties change tables is also among the nearest starts", async () => {
  const words = ["dev", "--json", "--log-level", "error", "--port", "0", "--clock", NOON];
  const demo = running(words, { now: Date.now, start });
  const { mcp, apiKey } = JSON.parse(await demo.ready) as { mcp: string; apiKey: string };
  const call = async (name: string, given: object): Promise<Starts> => {
    const response = await fetch(mcp, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: { brand: "demo-bistro", ...given } },
      }),
    });
    return ((await response.json()) as { result: { structuredContent: Starts } }).result
      .structuredContent;
  };
  try {
    // After this cancellation the table is held for a guest on the waitlist.
    const [freed] = (await call("list_bookings", { date: EVENING, query: "Mary Evans" })).bookings;
    await call("cancel_booking", { id: freed?.id });
    let open = 0;
    for (const time of ["7:15 PM", "7:30 PM", "7:45 PM", "8:00 PM"]) {
      const wish = { date: EVENING, numberOfPeople: 2, time };
      const { slots, nearest } = await call("check_availability", wish);
      const shown = slots.filter(({ state }) => state === "open");
      open += shown.length;
      const named = nearest.map(({ timestamp }) => timestamp);
      expect(named).toEqual(expect.arrayContaining(shown.map(({ timestamp }) => timestamp)));
    }
    expect(open).toBeGreaterThan(0);
  } finally {
    await demo.stop();
  }
});
