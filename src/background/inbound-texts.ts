import { replyWordOf } from "../domain/reply-word.ts";
import type { Machine } from "./sweep.ts";

/** A text that a guest sent, as a gateway brings it. `from` is E.164. */
export interface InboundText {
  readonly brand: string;
  readonly from: string;
  readonly body: string;
}

/** How it was understood; `unread`: a person has to read it. */
export type HandledAs = "opted_out" | "opted_in" | "unread";

/** Takes guests' texts: the words that switch texts off and on act at once, everything else waits for a person. */
export const createInbox =
  ({ stores, writer, clock, log }: Machine) =>
  async ({ brand, from, body }: InboundText): Promise<HandledAs> => {
    const word = replyWordOf(body);
    const handledAs = await writer.write((): HandledAs => {
      if (word === "stop") {
        stores.optOuts.add(from, clock());
        return "opted_out";
      }
      if (word === "start") {
        stores.optOuts.remove(from);
        return "opted_in";
      }
      return "unread";
    });
    log.info("inbound_text", { brand, from, handledAs });
    return handledAs;
  };
