import type { Tablet, TeamPerson } from "../../auth/pins.ts";
import type { Caller } from "../../domain/caller.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Operation } from "../../operations/define.ts";
import { DESK_OPERATIONS } from "../../operations/desk/index.ts";
import { OPERATIONS } from "../../operations/index.ts";
import type { DeskVisit, Outcome } from "./desk-visit.ts";
import { deskCaller } from "./streamed.ts";

/** The pages that accept a PIN, by the first part of their path. Settings, access and exports do not. */
const PAGES: ReadonlySet<string> = new Set([
  "",
  "book",
  "floor",
  "messages",
  "month",
  "reservations",
  "waitlist",
]);

const MANAGER_OPERATIONS: readonly string[] = [
  "approve_request",
  "decline_request",
  "release_text",
];

const WRITES: ReadonlySet<string> = new Set([
  ...OPERATIONS.map(({ name }) => name),
  ...DESK_OPERATIONS.filter(isForHosts).map(({ name }) => name),
  ...MANAGER_OPERATIONS,
]);

function isForHosts({ brandless = false, role = "host" }: Operation): boolean {
  return !brandless && role === "host";
}

/** `path`: the part after /b/:brand. */
export function acceptsPin(path: string): boolean {
  const [, first = "", second = ""] = path.split("/");
  return first === "do" ? WRITES.has(second) : PAGES.has(first);
}

export const tabletOf = ({
  signedIn,
  brand,
}: Pick<DeskVisit, "signedIn"> & { readonly brand: { readonly slug: string } }): Tablet => ({
  sessionId: signedIn.sessionId,
  userId: signedIn.user.id,
  brand: brand.slug,
});

/**
 * Lets the person with the PIN act in this brand only. The audit log also names the user who is signed in,
 * if that is somebody else.
 */
export function callerWithPin(
  { id, name, role }: TeamPerson,
  { desk, signedIn }: Pick<DeskVisit, "desk" | "signedIn">,
  slug: string,
): Caller {
  const own = deskCaller(desk, signedIn, slug);
  const via = id === signedIn.user.id ? "" : ` (signed in: ${signedIn.user.name})`;
  return {
    ...own,
    principal: id,
    actor: { kind: "user", id, name: name + via },
    brands: [slug],
    roles: { [slug]: role },
  };
}

/** Removes the PIN from `fields`, because a form that is kept or shown again must not contain it. */
export function takePin(fields: URLSearchParams) {
  const [person, pin] = [fields.get("pinOf") ?? "", fields.get("pin") ?? ""];
  fields.delete("pin");
  return person === "" || pin === "" ? null : { person, pin };
}

export async function actWithPin(
  visit: DeskVisit,
  { person, pin }: { readonly person: string; readonly pin: string },
  { operation, typed }: { readonly operation: string; readonly typed: URLSearchParams },
  act: (visit: DeskVisit) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const found = await visit.desk.pins.check(tabletOf(visit), person, pin);
    return await act({
      ...visit,
      caller: callerWithPin(found, visit, visit.brand.slug),
      role: found.role,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ok: false, refused: { operation, error, typed } };
  }
}
