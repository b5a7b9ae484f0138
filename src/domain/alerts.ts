import { NOTE_FIELDS, type NoteField, type Reservation } from "./reservation.ts";
import type { StoredFlag } from "./reservation-states.ts";

/** A word such as "allergic" that host and kitchen must not miss. */
export interface Alert {
  readonly word: string;
  readonly phrase: string;
  readonly field: NoteField;
}

/** A host's decision that a reservation has an alert or has none. Stored if `alertsOf` says otherwise. */
export type AlertMark = Extract<StoredFlag, "alert" | "no_alert">;

const ALLERGY = String.raw`(?:allerg\w*|al[eé]rgi\w*|intoleran\w*|anaphyla\w*)`;

const WORDS = [
  ALLERGY,
  String.raw`epi-?\s?pens?`,
  String.raw`(?:coeliac|celiac)\w*`,
  "gluten",
  "lactose",
  "dairy",
  "(?:pea|wal|hazel)?nuts?",
  "(?:almond|cashew|pistachio|pecan|macadamia)s?",
  "sesame",
  String.raw`shell\s?-?fish`,
  String.raw`sea\s?-?food`,
  String.raw`crustacean\w*`,
  "prawns?",
  "shrimps?",
  String.raw`mollus[ck]\w*`,
  "soya?",
  "eggs?",
  "lupins?",
  "sul(?:ph|f)ites?",
  String.raw`wheel\s?-?chairs?`,
  "crutches",
  "rollator",
  String.raw`(?:walking|zimmer)\s+frame`,
  String.raw`mobility\s+(?:scooter|aid|impaired|issues?|problems?)`,
  String.raw`step-?\s?free`,
  String.raw`(?:guide|service|assistance)\s+dog`,
  String.raw`blind(?!\s+(?:date|tasting))`,
  "deaf",
  String.raw`(?:visually|hearing|sight)\s+impaired`,
  "disab(?:led|ility|ilities)",
  String.raw`epilep\w*`,
  String.raw`diabet\w*`,
];
const ALERT = new RegExp(String.raw`\b(?:${WORDS.join("|")})\b`, "giu");

const CLAUSE = /[.,;:!?()\n·•]/u;
const ENDS = String.raw`[.,;:!?()\n·•]|$|\s(?:but|except|besides|apart|other|only|and)\b`;
const NO = String.raw`(?:no|not|non|without|never|zero|nil|(?:is|are|was|has|have|do|does)n['’]?t(?:\s+have)?)`;
/** Blanks, but not line breaks, because the next line of a note is a new statement. */
const BLANKS = String.raw`[^\S\n]+`;
const FILLER = `(?:(?:known|any|food|other|further|more|special|drug|real|longer|an?|been)${BLANKS})*`;
const NOR = String.raw`\s*(?:/|\bn?or\b)\s*${FILLER}${ALLERGY}`;
/** "No intolerances, allergic to nuts" denies only the intolerances. */
const AND = String.raw`\s*(?:,|&|\band\b)\s*${FILLER}${ALLERGY}\b(?!\s+(?:to|of|against)\b)`;
/** Matches "no known food allergies or intolerances" and "not allergic to nuts", for example. */
const DENIED = new RegExp(
  String.raw`\b${NO}(?:-|${BLANKS})${FILLER}${ALLERGY}(?:${NOR}|${AND})*` +
    String.raw`(?:\s+(?:to|of|against)\b.*?(?=${ENDS}))?`,
  "gius",
);
/** Matches "Allergies: none", for example. */
const NONE = new RegExp(
  String.raw`\b${ALLERGY}\s*[:=?–-]?\s*(?:none|nil|nothing|n/a|no)(?=\s*(?:[.,;!?)\n]|$))`,
  "giu",
);

const LONGEST = 48;
const BEFORE = 16;

export function alertsOf(notes: Pick<Reservation, NoteField>): Alert[] {
  return NOTE_FIELDS.flatMap((field) => {
    const note = notes[field];
    const denied = [DENIED, NONE].reduce(
      (text, pattern) => text.replace(pattern, (said) => " ".repeat(said.length)),
      note,
    );
    const found: Alert[] = [];
    let phraseEnd = 0;
    for (const { 0: word, index } of denied.matchAll(ALERT)) {
      if (index < phraseEnd) continue;
      const { phrase, to } = phraseAround(note, index, word.length);
      found.push({ word, phrase, field });
      phraseEnd = to;
    }
    return found;
  });
}

function phraseAround(note: string, at: number, length: number) {
  let from = at;
  let to = at + length;
  while (from > 0 && !CLAUSE.test(note.charAt(from - 1))) from -= 1;
  while (to < note.length && !CLAUSE.test(note.charAt(to))) to += 1;
  const whole = shown(note.slice(from, to));
  if (whole.length <= LONGEST) return { phrase: whole, to };
  const first = Math.max(from, at - BEFORE);
  const last = Math.min(to, Math.max(at + length, first + LONGEST));
  const head = first === from ? "" : note.slice(first, at).replace(/^\S*\s*/u, "");
  const start = first === from ? note.slice(from, at) : head;
  const tail = note.slice(at + length, last);
  const end = last === to ? tail : tail.replace(/\s*\S*$/u, "");
  const middle = shown(`${start}${note.slice(at, at + length)}${end}`);
  const phrase = `${first === from ? "" : "… "}${middle}${last === to ? "" : " …"}`;
  return { phrase, to: at + length + end.length };
}

const shown = (text: string): string => text.replace(/\s+/gu, " ").trim();

const MARKS: readonly StoredFlag[] = ["alert", "no_alert"] satisfies readonly AlertMark[];

export const isAlertMark = (flag: StoredFlag): boolean => MARKS.includes(flag);

export function flagsWithAlert(
  { flags, ...notes }: Pick<Reservation, NoteField | "flags">,
  isAlert: boolean,
): StoredFlag[] {
  const others = flags.filter((flag) => !isAlertMark(flag));
  if (isAlert === alertsOf(notes).length > 0) return others;
  return [...others, isAlert ? "alert" : "no_alert"];
}

export type Noted = Pick<Reservation, NoteField> & { readonly flags: readonly string[] };

export const alertsShown = ({ flags, ...notes }: Noted): Alert[] =>
  flags.includes("no_alert") ? [] : alertsOf(notes);

export const hasAlert = (one: Noted): boolean =>
  one.flags.includes("alert") || alertsShown(one).length > 0;
