import type { Tablet, TeamPerson } from "../../auth/pins.ts";
import type { Caller } from "../../domain/caller.ts";
import { DomainError } from "../../domain/errors.ts";
import { OPERATIONS } from "../../operations/index.ts";
import type { DeskVisit, Outcome } from "./desk-visit.ts";
import { deskCaller } from "./streamed.ts";

/** Where a lent name counts: on the pages of an evening. Not for settings, access or exports. */
const PAGES: ReadonlySet<string> = new Set([
  "",
  "book",
  "floor",
  "messages",
  "month",
  "reservations",
  "waitlist",
]);

/** The writes on these pages, besides those that are tools. */
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

/** Whether a lent name counts for this path under /b/:brand. */
export function countsAt(path: string): boolean {
  const [, first = "", second = ""] = path.split("/");
  return first === "do" ? WRITES.has(second) : PAGES.has(first);
}

/** The tablet on which a PIN is typed. */
export const tabletOf = ({
  signedIn,
  brand,
}: Pick<DeskVisit, "signedIn"> & { readonly brand: { readonly slug: string } }): Tablet => ({
  sessionId: signedIn.sessionId,
  userId: signedIn.user.id,
  brand: brand.slug,
});

/**
 * The caller for a person who typed their PIN, in this brand only. The audit log also names the
 * person who is signed in.
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

/** Reads a manager's PIN from a form and removes it, so that it goes no further. */
export function takePin(fields: URLSearchParams) {
  const [person, pin] = [fields.get("pinOf") ?? "", fields.get("pin") ?? ""];
  fields.delete("pin");
  return person === "" || pin === "" ? null : { person, pin };
}

/** Carries out one act in the name of the person whose PIN is in the form. */
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
