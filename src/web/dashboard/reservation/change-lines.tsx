/** @jsxImportSource hono/jsx */
import { type Field, fieldsWith } from "../../../domain/fields.ts";
import { RESERVATION_FIELDS } from "../../../domain/reservation-fields.ts";

/** The label of each field by its name in the history. */
const FIELD_WORDS: ReadonlyMap<string, string> = new Map(
  fieldsWith(RESERVATION_FIELDS, "label").map((name) => {
    const { history = name, label }: Field = RESERVATION_FIELDS[name];
    return [history, label] as const;
  }),
);

/** "settings.quietHours.from" as people read it: "quiet hours from". */
const spelt = (field: string): string =>
  field
    .replace(/^settings\./, "")
    .replaceAll(".", " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A line of a change, with the field's label instead of its name. */
function lineWords(line: string): string {
  const named = line.replace(/^[\w.]+(?=:)/, (field) => FIELD_WORDS.get(field) ?? spelt(field));
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`.replace(" -> ", " → ");
}

/** The fields that a change altered. */
export const ChangeLines = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <ul class="soft small">
      {lines.map((line) => (
        <li>
          <bdi>{lineWords(line)}</bdi>
        </li>
      ))}
    </ul>
  );

/** The reason that somebody gave for a change. */
export const Why = ({ reason }: { readonly reason: string | null }) =>
  reason === null ? null : (
    <p>
      Why: <bdi>{reason}</bdi>
    </p>
  );
