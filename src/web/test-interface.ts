import type { Message } from "../domain/message.ts";
import { segmentsOf } from "../domain/segments.ts";
import { type PlannedText, plannedTexts } from "../operations/reservation/questions.ts";
import type { Stores } from "../storage/stores.ts";
import { refusal } from "./errors.ts";

/** Times are epoch milliseconds. `body` includes the link. */
export interface TestMessage {
  /** Null if the text is planned but not in the outbox yet. */
  readonly id: string | null;
  readonly brand: string;
  readonly kind: string;
  readonly to: string;
  readonly body: string;
  readonly segments: number;
  readonly state: string;
  readonly dueAt: number;
  readonly createdAt: number;
  readonly reservationId: string | null;
  readonly entryId: string | null;
}

export interface TestControls {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves when all tasks that are due by the new time have run. */
  setClock(target: number): Promise<void>;
  messages(filter: {
    readonly brand: string | null;
    readonly phone: string | null;
  }): readonly TestMessage[];
  brands(): readonly string[];
  /** Acts as if a gateway had delivered a guest's text. Returns how the text was understood. */
  reply(text: {
    readonly brand: string;
    readonly from: string;
    readonly body: string;
  }): Promise<string>;
}

export interface TestRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  handle(request: Request): Promise<Response>;
}
export interface TestInterface {
  readonly routes: readonly TestRoute[];
}

const LATEST = Date.UTC(2100, 0, 1);

export function createTestInterface(controls: TestControls): TestInterface {
  const clock = () => Response.json({ now: controls.now() });
  return {
    routes: [
      { method: "GET", path: "/test/clock", handle: async () => clock() },
      {
        method: "POST",
        path: "/test/clock",
        handle: (request) =>
          withObject(request, ["now", "advance"], async (body) => {
            const target = targetOf(body, controls.now());
            if (typeof target === "string") return invalid(target);
            await controls.setClock(target);
            return clock();
          }),
      },
      {
        method: "GET",
        path: "/test/messages",
        handle: async (request) => listing(controls, request),
      },
      {
        method: "POST",
        path: "/test/messages/reply",
        handle: (request) =>
          withObject(request, ["brand", "from", "body"], async ({ brand, from, body }) => {
            if (!isText(brand) || !isText(from) || typeof body !== "string") {
              return invalid("brand, from and body must be strings; only body may be empty.");
            }
            const brands = controls.brands();
            if (!brands.includes(brand)) return unknownBrand(brand, brands);
            return Response.json({ handledAs: await controls.reply({ brand, from, body }) });
          }),
      },
    ],
  };
}

function targetOf(body: Record<string, unknown>, now: number): number | string {
  const { now: instant, advance } = body;
  if ((instant === undefined) === (advance === undefined)) {
    return 'Send either { "now": <epoch ms> } or { "advance": <ms> }.';
  }
  const name = advance === undefined ? "now" : "advance";
  const value = advance ?? instant;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    return `${name} must be a whole number of milliseconds, 0 or more.`;
  }
  const target = advance === undefined ? value : now + value;
  return target > LATEST ? `${name} would set the clock later than the year 2099.` : target;
}

function listing(controls: TestControls, request: Request): Response {
  const query = new URL(request.url).searchParams;
  const unknown = [...query.keys()].filter((name) => name !== "brand" && name !== "phone");
  if (unknown.length > 0)
    return invalid(`Unknown filter ${unknown.join(", ")}; known: brand, phone.`);
  const filter = { brand: query.get("brand"), phone: phoneOf(query.get("phone")) };
  return Response.json({ messages: controls.messages(filter) });
}

/** In a query, an unescaped "+" arrives as a space. */
const phoneOf = (text: string | null): string | null => text?.replace(/^ /, "+") ?? null;

async function withObject(
  request: Request,
  known: readonly string[],
  answer: (body: Record<string, unknown>) => Promise<Response>,
): Promise<Response> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return invalid("The body is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return invalid("The body must be a JSON object.");
  }
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return invalid(`Unknown field ${unknown.join(", ")}; known: ${known.join(", ")}.`);
  }
  return answer(body as Record<string, unknown>);
}

const unknownBrand = (brand: string, brands: readonly string[]): Response =>
  refusal(404, "brand_unknown", `There is no brand ${brand}. Known: ${brands.join(", ")}.`, {
    brands,
  });

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const invalid = (description: string): Response => refusal(400, "invalid_request", description);

/** Texts of the outbox, oldest first, then planned texts. */
export function textsForTests(
  stores: Stores,
  filter: { readonly brand: string | null; readonly phone: string | null },
): TestMessage[] {
  const { messages, reservations, brands, guestLinks } = stores;
  const shown = (text: Message | PlannedText) =>
    shownText(text, guestLinks.complete({ ...text, id: text.id ?? "" }));
  const planned = reservations.toBeAsked(filter).flatMap((reservation) => {
    const brand = brands.get(reservation.brand);
    if (brand === null || reservation.phone !== (filter.phone ?? reservation.phone)) return [];
    const texts = messages.ofReservation(reservation.id);
    return plannedTexts(reservation, texts, { brand, stores });
  });
  return [...messages.list(filter), ...planned].map(shown);
}

function shownText(text: Message | PlannedText, body: string): TestMessage {
  const { id, brand, kind, to, state, dueAt, createdAt, reservationId, entryId } = text;
  const segments = segmentsOf(body);
  return { id, brand, kind, to, body, segments, state, dueAt, createdAt, reservationId, entryId };
}
