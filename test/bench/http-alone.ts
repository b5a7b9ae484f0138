// Measures HTTP alone: a server reads the bytes of a booking and sends the bytes of a stored
// answer. R0 is the baseline that books without HTTP (docs/performance.md). A booking over HTTP
// needs at least the time of R0 plus the time measured here.
import { join } from "node:path";
import { booking } from "./bookings.ts";
import { startChild } from "./children.ts";
import { figuresOf, type Load } from "./load/load.ts";
import type { Era } from "./load/requests.ts";
import type { Effort, Row } from "./part.ts";
import type { Product } from "./product.ts";

const ERA: Era = "2025-11-25";

const BOOKING = { ...booking(0), idempotencyKey: crypto.randomUUID() };

/** The product's answer to the dry run of a booking. */
async function answerOf({ line, token }: Product): Promise<string> {
  const params = { name: "create_booking", arguments: { ...BOOKING, dryRun: true } };
  const answer = await fetch(line.mcp, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": ERA,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const json = await answer.text();
  if (!json.includes('"reservation"')) throw new Error(`The answer contains no booking: ${json}`);
  return json;
}

/**
 * Measures calls on one connection to a server that always sends one recorded answer of `product`.
 * The answer is stored in a file in `folder`.
 */
export async function httpAlone(
  folder: string,
  product: Product,
  load: Load,
  { seconds, warmUpSeconds }: Effort,
): Promise<Row["figures"]> {
  const answer = join(folder, "answer.json");
  await Bun.write(answer, await answerOf(product));
  await using bare = await startChild("echo/child-echo.ts", "bare", answer);
  const outcome = await load.run({
    target: { port: bare.port, token: product.token, era: ERA },
    calls: { kind: "same", tool: "create_booking", args: BOOKING },
    connections: 1,
    warmUpSeconds,
    seconds,
    pid: bare.pid,
  });
  return figuresOf(outcome);
}
