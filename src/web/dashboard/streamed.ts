import { callerOfSession } from "../../auth/session-caller.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import type { Caller } from "../../domain/caller.ts";
import { DomainError } from "../../domain/errors.ts";
import { visitorOf } from "../visitor.ts";
import type { DeskVisit } from "./desk-visit.ts";

/** The caller for a signed-in person, acting on one brand. */
export const deskCaller = (
  { environment }: Pick<DeskVisit["desk"], "environment">,
  signedIn: SignedIn,
  slug: string,
): Caller => ({ ...callerOfSession(signedIn), environment, headerBrand: slug });

/**
 * Sends a text piece by piece, as fast as it is read, so that even a long one needs little memory.
 * `next` returns the next piece, null at the end. The reader's role is checked for each piece; if
 * they lose it, the text ends.
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
      // The stream asks for no more after an empty piece.
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

/** The reader's current rights; null: they are signed out. */
async function callerNow({ desk, request, brand }: DeskVisit): Promise<Caller | null> {
  const { signedIn } = await visitorOf(desk, request);
  return signedIn === null ? null : deskCaller(desk, signedIn, brand.slug);
}
