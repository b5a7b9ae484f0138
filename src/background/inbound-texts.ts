import { replyWordOf } from "../domain/reply-word.ts";
import { answerAttendance } from "../operations/reservation/attendance-answers.ts";
import type { Machine } from "./sweep.ts";

/** A text that a guest sent, as a gateway brings it. `from` is E.164. */
export interface InboundText {
  readonly brand: string;
  readonly from: string;
  readonly body: string;
}

/** How it was understood; `unread`: a person has to read it. */
export type HandledAs =
  | "opted_out"
  | "opted_in"
  | "attendance_confirmed"
  | "attendance_declined"
  | "unread";

/** Takes guests' texts: known words act at once, in one transaction; everything else waits for a person. */
export const createInbox =
  (machine: Machine) =>
  async (text: InboundText): Promise<HandledAs> => {
    const handledAs = await machine.writer.write(() => handle(text, machine));
    machine.log.info("inbound_text", { brand: text.brand, from: text.from, handledAs });
    return handledAs;
  };

function handle({ brand: slug, from, body }: InboundText, machine: Machine): HandledAs {
  const { stores, random } = machine;
  const now = machine.clock();
  const word = replyWordOf(body);
  switch (word) {
    case "stop":
      stores.optOuts.add(from, now);
      return "opted_out";
    case "start":
      stores.optOuts.remove(from);
      return "opted_in";
    case "yes":
    case "no": {
      const brand = stores.brands.get(slug);
      if (brand === null) return "unread";
      if (answerAttendance(word, from, { brand, now, stores, random }) === null) return "unread";
      return word === "yes" ? "attendance_confirmed" : "attendance_declined";
    }
    case null:
      return "unread";
  }
}
