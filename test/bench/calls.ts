// The product in a process of its own, as it is deployed, and the calls that this process makes to
// it.
import type { DevLine } from "../../src/cli/dev-guide.ts";
import { addDays, dateOf, formatDate } from "../../src/domain/time.ts";
import { ZONE } from "./house.ts";

const TIMES = ["5:00 PM", "6:00 PM", "7:00 PM", "8:00 PM", "9:00 PM"];
const DAYS = 170;

/** Bookings spread over half a year, as a busy group of houses would take them. */
export function booking(index: number): object {
  const today = dateOf(Date.now(), ZONE);
  return {
    brand: "bench",
    name: `Guest ${index}`,
    phone: `+1212555${String(index % 10_000).padStart(4, "0")}`,
    numberOfPeople: 2 + (index % 4),
    date: formatDate(addDays(today, 1 + (index % DAYS))),
    time: TIMES[index % TIMES.length],
  };
}

/** Asks for a table on one of those days. */
export const question = (index: number): object => ({
  brand: "bench",
  numberOfPeople: 4,
  date: formatDate(addDays(dateOf(Date.now(), ZONE), 1 + (index % DAYS))),
});

/** Calls a tool over HTTP; whether it went well. */
export async function post(
  mcp: string,
  token: string,
  name: string,
  input: object,
): Promise<boolean> {
  const params = { name, arguments: input };
  const response = await fetch(mcp, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  return response.ok && !(await response.text()).includes('"isError":true');
}

/** Starts it on a folder that may hold a database already. */
export async function startProduct(
  folder: string,
): Promise<{ readonly line: DevLine; stop(): Promise<void> }> {
  const args = ["src/main.ts", "dev", "--json", "--data", folder, "--log-level", "error"];
  const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  return {
    line: JSON.parse(new TextDecoder().decode(value)) as DevLine,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
