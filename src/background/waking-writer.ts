import type { Writer } from "../storage/writer.ts";
import type { Loop } from "./loop.ts";

/** A commit may have made a text due: the loop looks when it has settled. */
export function wakingWriter(writer: Writer, loop: Pick<Loop, "wake">): Writer {
  return {
    write(body, hint) {
      const settled = writer.write(body, hint);
      settled.then(loop.wake, () => undefined);
      return settled;
    },
    close: () => writer.close(),
    healthy: () => writer.healthy(),
  };
}
