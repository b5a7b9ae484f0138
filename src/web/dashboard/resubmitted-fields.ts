import { formatDate, formatTime, inWords, isLocalDate, isWallTime } from "../../domain/time.ts";

const HIDDEN_FIELDS = new Set([
  "csrf",
  "back",
  "revision",
  "idempotencyKey",
  "id",
  "about",
  "seen",
]);
const INSTANT_FIELDS = new Set(["timestamp", "instead"]);
const INSTANT = /^\d{12,14}$/;

export function resubmittedFields(
  fields: URLSearchParams,
  zone: string,
): readonly [string, string][] {
  const given = [...fields].filter(([name, value]) => !HIDDEN_FIELDS.has(name) && value !== "");
  return given
    .filter(([name, value], index) => !(value === "false" && given[index + 1]?.[0] === name))
    .map(([name, value]) => [wordsOf(name), shown(name, value, zone)]);
}

/** "numberOfPeople" becomes "Number of people", "settings.limits.seats" becomes "Limits, seats". */
function wordsOf(name: string): string {
  if (INSTANT_FIELDS.has(name)) return "Time";
  const words = name
    .replace(/^settings\./, "")
    .replaceAll(".", ", ")
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shown(name: string, value: string, zone: string): string {
  if (INSTANT_FIELDS.has(name) && INSTANT.test(value)) return inWords(Number(value), zone);
  if (value === "true") return "yes";
  if (value === "false") return "no";
  if (/date$/i.test(name) && isLocalDate(value)) return formatDate(value);
  return /time$/i.test(name) && isWallTime(value) ? formatTime(value) : value;
}
