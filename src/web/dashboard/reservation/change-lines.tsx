/** @jsxImportSource hono/jsx */
import { type Field, fieldsWith } from "../../../domain/fields.ts";
import { RESERVATION_FIELDS } from "../../../domain/reservation-fields.ts";
import { ATTENDANCE_WORDS, STATUS_WORDS } from "../../../words/en/host/labels.ts";

const FIELD_WORDS: ReadonlyMap<string, string> = new Map(
  fieldsWith(RESERVATION_FIELDS, "label").map((name) => {
    const { history = name, label }: Field = RESERVATION_FIELDS[name];
    return [history, label] as const;
  }),
);

/** "settings.quietHours.from" becomes "quiet hours from". */
const spelt = (field: string): string =>
  field
    .replace(/^settings\./, "")
    .replaceAll(".", " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: STATUS_WORDS,
  attendance: ATTENDANCE_WORDS,
};

function withWords(line: string): string {
  const field = line.split(":", 1)[0] ?? "";
  const words = VALUE_WORDS[field];
  if (words === undefined) return line;
  const values = line.slice(field.length + 2).split(" -> ");
  return `${field}: ${values.map((one) => (words[one] ?? one).toLowerCase()).join(" -> ")}`;
}

/** 'notes: "by the window"' becomes 'notes: by the window'. */
const unquoted = (line: string): string =>
  line.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    try {
      return String(JSON.parse(quoted));
    } catch {
      return quoted;
    }
  });

function lineWords(line: string): string {
  const named = unquoted(withWords(line)).replace(
    /^[\w.]+(?=:)/,
    (field) => FIELD_WORDS.get(field) ?? spelt(field),
  );
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`.replace(" -> ", " → ");
}

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

export const Why = ({ reason }: { readonly reason: string | null }) =>
  reason === null ? null : (
    <p>
      Why: <bdi>{reason}</bdi>
    </p>
  );
