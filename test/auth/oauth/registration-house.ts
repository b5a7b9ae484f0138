import type { AttemptLimit } from "../../../src/auth/attempt-limit.ts";
import { createRegistration } from "../../../src/auth/oauth/register.ts";
import { createRegistrationManagement } from "../../../src/auth/oauth/registration-management.ts";
import { openTestDatabase, type TestDatabase } from "../../support/database.ts";
import { fixedRandom } from "../../support/fixed-random.ts";

export const ISSUER = "https://book.example.com";
export const NOW = 1_795_194_000_000;

type Json = Record<string, unknown>;

/** An endpoint's answer. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Json;
  /** The public reason of a refusal. */
  readonly reason: string;
}

/** The OAuth registration endpoints over a new database. */
export interface RegistrationHouse extends TestDatabase {
  readonly clock: { now: number };
  /** Everything logged, as text. */
  readonly logged: string[];
  /** Sends a body as JSON, or a text unchanged. */
  register(body: unknown, address?: string): Promise<Answered>;
  manage(method: string, id: string, token: string | null, body?: unknown): Promise<Answered>;
}

export function openRegistrationHouse(
  options: { readonly limit?: AttemptLimit } = {},
): RegistrationHouse {
  const database = openTestDatabase();
  const clock = { now: NOW };
  const logged: string[] = [];
  const note = (event: string, fields: object = {}): void =>
    void logged.push(`${event} ${JSON.stringify(fields)}`);
  const log = { debug: note, info: note, warn: note, error: note };
  const parts = {
    ...database,
    clock: () => clock.now,
    random: fixedRandom(),
    log,
    issuer: ISSUER,
    limit: options.limit ?? null,
    redirectSchemes: ["cursor"],
  };
  const register = createRegistration(parts);
  const manage = createRegistrationManagement(parts);
  return {
    ...database,
    clock,
    logged,
    async register(body, address = "203.0.113.9") {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const request = new Request(`${ISSUER}/register`, { method: "POST", body: text });
      return await answered(await register(request, address));
    },
    async manage(method, id, token, body) {
      const request = new Request(`${ISSUER}/register/${id}`, {
        method,
        headers: token === null ? {} : { Authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await answered(await manage(request, id));
    },
  };
}

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  const json = text === "" ? {} : (JSON.parse(text) as Json);
  const { status, headers } = response;
  return { status, headers, json, reason: textOf(json, "error_description") };
}

/** The value of a member; "" if it is missing or not a string. */
export function textOf(json: Json, name: string): string {
  const value = json[name];
  return typeof value === "string" ? value : "";
}
