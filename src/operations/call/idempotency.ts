import { refusal } from "../../domain/errors.ts";
import { DAY } from "../../domain/time.ts";
import { sha256Hex } from "../../storage/sha256.ts";
import type { CallContext } from "../define.ts";

const IDEMPOTENCY_WINDOW = DAY;

/** Arguments that are not hashed. `brand` is compared separately, as a field of CallKey. */
const NOT_HASHED: ReadonlySet<string> = new Set(["idempotencyKey", "dryRun", "brand"]);

export function hashArguments(input: Record<string, unknown>): string {
  const counted = sorted(input, NOT_HASHED);
  return sha256Hex(JSON.stringify(counted)).slice(0, 32);
}

const ALL_COUNT: ReadonlySet<string> = new Set();

function sorted(value: unknown, leftOut = ALL_COUNT): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => sorted(one));
  const given = value as Record<string, unknown>;
  // An object without a prototype can have a property named `__proto__`.
  const ordered: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(given).sort()) {
    if (!leftOut.has(name)) ordered[name] = sorted(given[name]);
  }
  return ordered;
}

export interface CallKey {
  readonly principal: string;
  readonly brand: string;
  readonly tool: string;
  readonly key: string;
  readonly argumentsHash: string;
}

/** Null if the key is new. Error: IDEMPOTENCY_KEY_REUSED if it was used with other arguments. */
export function replay(call: CallKey, { stores, now }: CallContext): Answer | null {
  const { tool, key } = call;
  const found = stores.idempotency.find(call, now - IDEMPOTENCY_WINDOW);
  if (found === null) return null;
  if (found.argumentsHash !== call.argumentsHash) {
    throw refusal("IDEMPOTENCY_KEY_REUSED", { idempotencyKey: key, say: { tool } });
  }
  const { structured: json, text } = found;
  return { structured: JSON.parse(json), json, text, replayed: true };
}

export function remember(
  call: CallKey,
  { json: structured, text }: Answer,
  { stores, now }: CallContext,
): void {
  stores.idempotency.store({ ...call, structured, text, createdAt: now });
}

export interface Answer {
  readonly structured: Record<string, unknown>;
  readonly json: string;
  readonly text: string;
  readonly replayed: boolean;
}
