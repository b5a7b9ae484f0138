import type { Tablet, TeamPerson } from "../../auth/pins.ts";
import type { Caller } from "../../domain/caller.ts";
import { DomainError } from "../../domain/errors.ts";
import { OPERATIONS } from "../../operations/index.ts";
import type { DeskVisit, Outcome } from "./desk-visit.ts";
import { deskCaller } from "./streamed.ts";

/** Where a PIN counts: the pages of an evening. Nothing that outlives it, and no export. */
const PAGES: ReadonlySet<string> = new Set([
  "",
  "book",
  "floor",
  "messages",
  "month",
  "reservations",
  "waitlist",
]);

/** What is done on these pages, beside the operations that are tools. */
const WRITES: ReadonlySet<string> = new Set([
  ...OPERATIONS.map(({ name }) => name),
  "add_guest",
  "add_to_door",
  "approve_request",
  "book_table",
  "call_party",
  "change_contact",
  "decline_request",
  "mark_alert",
  "mark_came",
  "mark_text_read",
  "pause_entry",
  "release_text",
  "resume_entry",
  "seat_from_door",
  "seat_walk_in",
  "send_text_again",
  "set_sections",
  "text_guest",
  "undo_walk_in",
  "write_notes",
]);

/** Whether a name that was lent counts at this path under /b/:brand. */
export function countsAt(path: string): boolean {
  const [, first = "", second = ""] = path.split("/");
  return first === "do" ? WRITES.has(second) : PAGES.has(first);
}

/** Where a PIN is typed. */
export const tabletOf = ({
  signedIn,
  brand,
}: Pick<DeskVisit, "signedIn"> & { readonly brand: { readonly slug: string } }): Tablet => ({
  sessionId: signedIn.sessionId,
  userId: signedIn.user.id,
  brand: brand.slug,
});

/** A person who typed their PIN, as a caller in this brand alone. The audit log says where. */
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

/** The fields of a manager's PIN in the form of one act; they go no further than this. */
export function takePin(fields: URLSearchParams) {
  const [person, pin] = [fields.get("pinOf") ?? "", fields.get("pin") ?? ""];
  fields.delete("pin");
  return person === "" || pin === "" ? null : { person, pin };
}

/** Carries out one act in the name of whose PIN is in its form: it ends with the act. */
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
