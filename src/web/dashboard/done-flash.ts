import type { Suggestion } from "../../domain/errors.ts";
import type { Warning } from "../../domain/warnings.ts";
import type { RecentChange } from "../../operations/desk/recent-changes.ts";
import { warningWords } from "./button-words.ts";
import type { DeskVisit, Flash } from "./desk-visit.ts";

/** What a change of a reservation is called once it is done: "Ana Lopez: seated". */
const CHANGES: Readonly<Record<string, string>> = {
  mark_arrived: "arrived",
  mark_seated: "seated",
  mark_completed: "done",
  mark_no_show: "no-show",
  cancel_booking: "cancelled",
  update_booking: "changed",
  add_note: "note saved",
  write_notes: "notes saved",
  mark_alert: "alert changed",
  change_contact: "contact saved",
  approve_request: "approved",
  decline_request: "declined",
  seat_walk_in: "seated",
  undo_walk_in: "taken back",
};

/** What writes that are no change of a reservation say when they are done. */
const DONE: Readonly<Record<string, string>> = {
  create_booking: "Booked",
  book_table: "Booked",
  undo_last_change: "Undone",
  add_guest: "On the waitlist",
  remove_from_waitlist: "Off the waitlist",
  set_settings: "Settings saved",
  pause_entry: "Paused",
  resume_entry: "Waiting again",
  mark_text_read: "Read",
  release_text: "The text goes out now",
  send_text_again: "The text is tried again",
  send_test_text: "The test is on its way",
  add_person: "Added to the team",
  change_role: "Role changed",
  take_out: "Taken out of the team",
  close_account: "Account closed",
  reset_second_factor: "Second factor removed",
  open_account: "Account opened",
  make_account_link: "A new link",
  create_api_key: "Key made",
  rotate_api_key: "Key replaced",
  revoke_api_key: "Key revoked",
  disconnect_app: "Disconnected",
  revoke_feed: "Taken back: that address opens nothing any more",
  end_guide: "The first steps are put away",
};

/** Writes that make a reservation: what they made is a tap away. */
const MAKERS = ["create_booking", "book_table", "seat_walk_in"];

/** What became of a write, as the next page tells it; `title` is what its operation is called. */
export function doneFlash(
  visit: Pick<DeskVisit, "desk" | "brand">,
  { name, title }: { readonly name: string; readonly title: string },
  structured: Record<string, unknown>,
): Flash {
  const reservation = structured["reservation"] as Partial<Named> | undefined;
  const entry = structured["entry"] as Partial<Named> | undefined;
  const warnings = (structured["warnings"] ?? []) as readonly Warning[];
  const text = doneText(name, title, structured["changed"] !== false);
  const told = {
    who: (reservation ?? entry)?.name,
    text: isRequest(name, reservation) ? REQUEST : text,
    warnings: warnings.map((one) => warningWords(visit, one)),
  };
  const id = reservation?.id ?? null;
  const room = (structured["room"] ?? []) as readonly Suggestion[];
  if (room.length > 0 && entry?.id) return { ...told, room: { entry: entry.id, starts: room } };
  return id === null ? told : { ...told, reservation: { id, isNew: MAKERS.includes(name) } };
}

interface Named {
  readonly id: string | null;
  readonly name: string;
  readonly status: string;
}

/** Who was told "booked" would send a party of twelve to the door. */
const REQUEST = "Request filed, not booked yet. A manager decides";

const isRequest = (operation: string, reservation: Partial<Named> | undefined): boolean =>
  MAKERS.includes(operation) && reservation?.status === "pending";

function doneText(name: string, title: string, changed: boolean): string {
  // The second of two quick taps, or a colleague's: it is as it should be.
  if (!changed && !name.startsWith("mark_")) return "It was so already.";
  return CHANGES[name] ?? DONE[name] ?? `${title}: done.`;
}

/** A change of a reservation that was made a while ago, in the same words. */
export const changeOf = ({ name, operation }: RecentChange): Pick<Flash, "who" | "text"> => ({
  who: name,
  text: CHANGES[operation] ?? "changed",
});
