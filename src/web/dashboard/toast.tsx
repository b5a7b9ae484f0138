/** @jsxImportSource hono/jsx */
import { displayTime } from "../../domain/time.ts";
import { type RecentChange, recentChanges } from "../../operations/desk/recent-changes.ts";
import { OperationForm } from "./components/button.tsx";
import { Icon } from "./components/icon.tsx";
import { type DeskVisit, read } from "./desk-visit.ts";

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
  change_contact: "contact saved",
  approve_request: "approved",
  decline_request: "declined",
};

/** What writes that are no change of a reservation say when they are done. */
const DONE: Readonly<Record<string, string>> = {
  create_booking: "Booked",
  book_table: "Booked",
  undo_last_change: "Undone",
  add_to_waitlist: "On the waitlist",
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
  open_account: "Account opened",
  make_account_link: "A new link",
  create_api_key: "Key made",
  rotate_api_key: "Key replaced",
  revoke_api_key: "Key revoked",
  disconnect_app: "Disconnected",
  revoke_feed: "Taken back: that address opens nothing any more",
  end_guide: "The first steps are put away",
};

/** What became of a write, in a few words; `title` is what its operation is called. */
export function doneText(
  { name, title }: { readonly name: string; readonly title: string },
  structured: Record<string, unknown>,
): string {
  const about = structured["reservation"] ?? structured["entry"];
  const who = (about as { readonly name?: string } | undefined)?.name;
  const what = CHANGES[name] ?? DONE[name];
  if (structured["changed"] === false) {
    return who === undefined ? "It was so already." : `${who}: it was so already.`;
  }
  if (what === undefined) return `${title}: done.`;
  return who === undefined ? what : `${who}: ${what.toLowerCase()}`;
}

/** What was done last, with the way back as long as there is one. */
export async function toastOf(visit: DeskVisit) {
  const { flash } = visit;
  const [latest] = (await read(visit, recentChanges)).changes;
  if (flash === null && latest === undefined) return null;
  const text = flash?.text ?? (latest === undefined ? "" : changeText(latest));
  const undo = latest !== undefined && (flash === null || isAbout(flash.text, latest));
  const id = undo ? `${latest.id}-${latest.at}` : undefined;
  return (
    <div
      class="toast"
      id="toast"
      role="status"
      data-id={id}
      data-ends={undo ? String(latest.until) : undefined}
    >
      <div>
        <p>
          <bdi>{text}</bdi>
        </p>
        {flash !== null && flash.warnings.length > 0 && (
          <ul>
            {flash.warnings.map((warning) => (
              <li>{warning}</li>
            ))}
          </ul>
        )}
        {undo && (
          <p class="until">
            Can be undone until {displayTime(latest.until, visit.brand.settings.timeZone)}
          </p>
        )}
      </div>
      <div class="line">
        {undo && (
          <OperationForm visit={visit} operation="undo_last_change" id={latest.id}>
            <button type="submit">Undo</button>
          </OperationForm>
        )}
        <button type="button" class="close" aria-label="Close">
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}

const changeText = ({ name, operation }: RecentChange): string =>
  `${name}: ${CHANGES[operation] ?? "changed"}`;

const isAbout = (text: string, { name }: RecentChange): boolean => text.startsWith(`${name}: `);
