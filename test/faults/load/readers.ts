// Callers that only read: agents that ask for times and lists, guests who open their links, health
// probes, and callers without a valid token.
import { addDays, dateOf, formatDate } from "../../../src/domain/time.ts";
import type { Caller, Chance } from "./callers.ts";
import { callTool, exchange, WrongAnswer } from "./exchange.ts";
import type { Guests } from "./guests-gateway.ts";
import { BRAND, type House, ZONE } from "./served-house.ts";

/** Paths that need no token. */
const OPEN = ["/healthz", "/readyz", "/", "/openapi.json", "/.well-known/oauth-protected-resource"];

/** Two agents, a health probe, a guest and a caller without a valid token. */
export function readers(house: House, guests: Guests, pick: Chance): Caller[] {
  const day = (): string => formatDate(addDays(dateOf(Date.now(), ZONE), 2 + pick(3)));
  const tools: (() => readonly [string, object])[] = [
    () => ["list_brands", {}],
    () => ["list_bookings", { brand: BRAND, date: day() }],
    () => ["check_availability", { brand: BRAND, date: day(), numberOfPeople: 1 + pick(6) }],
    () => ["explain_capacity", { brand: BRAND, date: day() }],
    () => ["list_waitlist", { brand: BRAND }],
  ];
  const agent: Caller = async (server) => {
    const [tool, args] = tools[pick(tools.length)]?.() ?? ["list_brands", {}];
    const answer = await callTool(server, house.key, tool, args);
    if (answer.isError) throw new WrongAnswer(`${tool}: ${answer.text}`);
  };
  const expect = async (url: string, statuses: readonly number[], init = {}): Promise<void> => {
    const { status } = await exchange(url, init);
    if (!statuses.includes(status)) throw new WrongAnswer(`${url} answers ${status}`);
  };
  const probe: Caller = (server) => expect(server.url + (OPEN[pick(OPEN.length)] ?? "/"), [200]);
  const guest: Caller = async (server) => {
    const link = /https?:\/\/\S+/.exec(
      guests.taken[pick(guests.taken.length + 1)]?.body ?? "",
    )?.[0];
    if (link === undefined) return;
    // A link that is opened too often is rate-limited.
    await expect(server.url + new URL(link).pathname, [200, 404, 410, 429]);
  };
  const stranger: Caller = (server) =>
    expect(`${server.url}/mcp`, [401, 429], {
      method: "POST",
      headers: { authorization: `Bearer mtd_live_${pick(1_000_000)}` },
      body: "{}",
    });
  return [agent, agent, probe, guest, stranger];
}
