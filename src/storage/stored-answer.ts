import { deflateSync, inflateSync } from "node:zlib";

/** An answer as it is kept for retries: the structure as JSON, and the text beside it. */
export interface AnswerParts {
  readonly structured: string;
  readonly text: string;
}

/**
 * What most answers have in common, so that only their own values are stored. A page of the database
 * then holds eight answers; without it, one. Append, never edit: stored answers name their position.
 */
const DICTIONARIES: readonly Uint8Array[] = [
  new TextEncoder().encode(
    [
      " to the phone ending in, now: , tomorrow at Not sent: Undone.Changed.Done.",
      "\nText (follow_up, 1 SMS) Text (reminder, 1 SMS) Text (attendance_ask,",
      ' 1 SMS) Text (confirmation, 1 SMS) to the phone ending in , party of {"entry":{',
      '"id":"wishedTime":"earliestTime":"latestTime":"priority":"offersSent":"{"error":{',
      '"code":"","message":"","reasons":[{"code":"retryable":false,"suggestions":[],',
      '"waitlist":null}"warnings":[{"code":"NO_SMS","message":"why":"opted_out"}',
      '"noShowCount":"arrived","seated","completed","cancelled","pending","confirmed",',
      '"call_to_confirm","large","walk_in"Saturday, Sunday, Monday, Tuesday, Wednesday,',
      " Thursday, Friday,",
      ' January February March April May June July August September October November December 20262027 AM PM",',
      '"state":"not_sent","why":"},{"kind":"follow_up","recipient":"guest","phone":"",',
      '"body":": still coming , table for 4? YES or NO by that day or {link}","segments":1,',
      '"dueAt":17,"state":"queued","why":null},{"kind":"attendance_ask","recipient":"guest",',
      '"phone":"","body":": coming , table for 4? Reply YES or NO by  PM that day or {link}",',
      '"segments":1,"dueAt":17{"reservation":{"id":"6b0","brand":"","name":"","phone":"+1",',
      '"email":null,"numberOfPeople":2,"date":"day, 2026","time":":00 PM","timestamp":17,',
      '"endTimestamp":17,"serviceDate":"2026-","service":"Dinner","status":"booked",',
      '"attendance":"not_required","notes":"","foodDrinkNotes":"","seatingNotes":"",',
      '"notifyCustomer":true,"source":"tool","flags":[],"arrivedAt":null,"seatedAt":null,',
      '"completedAt":null,"cancelledAt":null,"createdAt":17,"updatedAt":17,"revision":1},',
      '"changed":true,"dryRun":false,"warnings":[],"notifications":[{"kind":"confirmation",',
      '"recipient":"guest","phone":"","body":": , your table for 2 is booked on Mon at :00 PM.',
      ' Change of plans? {link} Reply STOP to opt out","segments":1,"dueAt":17,',
      '"state":"queued","why":null}],"waitlist":null}',
    ].join(""),
  ),
];
const NEWEST = DICTIONARIES.length - 1;

/** Packs an answer: the position of its dictionary, then zlib data. */
export function packAnswer({ structured, text }: AnswerParts): Uint8Array {
  const dictionary = DICTIONARIES[NEWEST] as Uint8Array;
  // JSON has no line break of its own, so the first one ends it.
  const packed = deflateSync(`${structured}\n${text}`, { level: 1, dictionary });
  const stored = new Uint8Array(packed.length + 1);
  stored[0] = NEWEST;
  stored.set(packed, 1);
  return stored;
}

/** The answer that was packed. Throws on anything else. */
export function unpackAnswer(stored: Uint8Array): AnswerParts {
  const dictionary = DICTIONARIES[stored[0] ?? -1];
  if (dictionary === undefined) throw new Error("A stored answer names no dictionary of ours.");
  const whole = inflateSync(stored.subarray(1), { dictionary }).toString();
  const end = whole.indexOf("\n");
  return { structured: whole.slice(0, end), text: whole.slice(end + 1) };
}
