import { callerOfSession } from "../../auth/session-caller.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import type { Caller } from "../../domain/caller.ts";
import { DomainError } from "../../domain/errors.ts";
import { visitorOf } from "../visitor.ts";
import type { DeskVisit } from "./desk-visit.ts";

export const deskCaller = (
  { environment }: Pick<DeskVisit["desk"], "environment">,
  signedIn: SignedIn,
  slug: string,
): Caller => ({ ...callerOfSession(signedIn), environment, headerBrand: slug });

/**
 * Sends `first` and then what `next` returns, as fast as the browser takes it, until `next` returns
 * null. Stops early if the user signs out or loses the role.
 */
export function streamed(
  visit: DeskVisit,
  first: string,
  next: (visit: Pick<DeskVisit, "desk" | "caller">) => Promise<string | null>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const piece = async (): Promise<string | null> => {
    try {
      const caller = await callerNow(visit);
      return caller === null ? null : await next({ desk: visit.desk, caller });
    } catch (error) {
      if (error instanceof DomainError && error.code === "FORBIDDEN_TOOL") return null;
      throw error;
    }
  };
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    async pull(controller) {
      let found: string | null = "";
      // Read on after an empty piece: if pull() enqueues nothing, the stream does not call it again.
      while (found === "") {
        // Let other requests run in between.
        await new Promise((resume) => setImmediate(resume));
        found = await piece();
      }
      if (found === null) controller.close();
      else controller.enqueue(encoder.encode(found));
    },
  });
}

async function callerNow({ desk, request, brand }: DeskVisit): Promise<Caller | null> {
  const { signedIn } = await visitorOf(desk, request);
  return signedIn === null ? null : deskCaller(desk, signedIn, brand.slug);
}
