// Books as many parties for tonight as a test needs, and signs a user in.

import { todayOf } from "../../src/domain/calendar.ts";
import { type Caller, NO_BUDGETS, SCOPES } from "../../src/domain/caller.ts";
import { displayDate, displayTime, HOUR, MINUTE, startOfDay } from "../../src/domain/time.ts";
import type { RunningServer } from "../../src/instance/server.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { decoded } from "./html-forms.ts";

/** Guests' names, including long and hostile ones. */
export const NAMES = [
  "Ana Lopez",
  "<script>alert(1)</script>",
  "Zoë & Søren O’Brien-Hallgrímsdóttir van der Westhuizen de la Fuente y Montemayor",
  "Wei Chen",
  "محمد الحسيني",
  "Priya Raman",
  "J",
  'Marguerite "Maggie" Duval',
];
const NOTES = [
  "",
  "",
  "Birthday, cake at 9",
  "",
  "Nut allergy, carries an EpiPen",
  "",
  "Window if possible",
  "",
];

/** A caller with every scope in one brand, who needs no token. */
export const deskCaller = (brand: string): Caller => ({
  kind: "system",
  principal: "test evening",
  actor: { kind: "system", id: "test", name: "test evening" },
  environment: "test",
  brands: [brand],
  scopes: SCOPES,
  tools: null,
  budgets: NO_BUDGETS,
  headerBrand: null,
  roles: {},
});

/** Calls a tool as `deskCaller`. */
export async function ask(
  server: Pick<RunningServer, "invoke">,
  brand: string,
  tool: string,
  input: object,
): Promise<Record<string, unknown>> {
  const operation = OPERATIONS.find(({ name }) => name === tool);
  if (operation === undefined) throw new Error(`There is no operation ${tool}.`);
  return (await server.invoke(operation, { brand, ...input }, deskCaller(brand))).structured;
}

/** The instant of a wall time today, given as hours after midnight. */
export function todayAt(server: RunningServer, slug: string, hours: number): number {
  const { settings } = brandOf(server, slug);
  return startOfDay(todayOf(settings, server.clock()), settings.timeZone) + hours * HOUR;
}

function brandOf(server: Pick<RunningServer, "stores">, slug: string) {
  const brand = server.stores.brands.get(slug);
  if (brand === null) throw new Error(`There is no brand ${slug}.`);
  return brand;
}

/**
 * Books `count` parties from 17:00 on, every few minutes, and returns their ids in order of start.
 * With the default `limits` every party is admitted.
 */
export async function fillEvening(
  server: RunningServer,
  slug: string,
  count: number,
  limits: object = { seats: 1000, paceCovers: null },
): Promise<string[]> {
  const { stores, writer, clock } = server;
  const overrides = { ...stores.brands.overrides(slug), ...limits };
  await writer.write(() => stores.brands.update(slug, { overrides, now: clock() }));
  const zone = brandOf(server, slug).settings.timeZone;
  const opens = todayAt(server, slug, 17);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = opens + Math.floor((index * 270) / count / 15) * 15 * MINUTE;
    const booked = await ask(server, slug, "create_booking", {
      name: NAMES[index % NAMES.length],
      phone: `+1212555${String(index + 100).padStart(4, "0")}`,
      numberOfPeople: [2, 4, 2, 3, 6, 2, 5, 2][index % 8],
      date: displayDate(at, zone),
      time: displayTime(at, zone),
      notes: NOTES[index % NOTES.length],
      notifyCustomer: index % 3 === 0,
    });
    ids.push((booked["reservation"] as { id: string }).id);
  }
  return ids;
}

/** A browser without scripts. It keeps cookies and does not follow redirects. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  forget(matching: (name: string) => boolean): void {
    for (const name of this.#cookies.keys()) if (matching(name)) this.#cookies.delete(name);
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { headers: { accept: "text/html", ...headers } });
  }

  /** Sends a form as a browser does from a page with a no-referrer policy. */
  async post(path: string, fields: Record<string, string> | URLSearchParams): Promise<Response> {
    return this.#send(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: "null", "sec-fetch-site": "same-origin" },
    });
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.cookie };
    const answer = await fetch(new URL(path, this.#url), { ...init, headers, redirect: "manual" });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const [name = "", ...value] = pair.split("=");
      if (cookie.includes("Max-Age=0")) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join("="));
    }
    return answer;
  }

  /** Signs in with the form of the sign-in page. */
  async signIn(person: { readonly email: string; readonly password: string }): Promise<Response> {
    const page = await (await this.get("/sign-in?next=/")).text();
    return this.post("/sign-in", { ...hiddenFields(page), ...person });
  }
}

/** The hidden fields of the first form whose tag contains `mark`. */
export function hiddenFields(page: string, mark = ""): Record<string, string> {
  const forms = page.match(/<form[^>]*>[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => one.slice(0, one.indexOf(">")).includes(mark)) ?? "";
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, decoded(value)],
    ),
  );
}
