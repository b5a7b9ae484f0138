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
 * Sends text piece by piece, as fast as the reader takes it. `next` returns null at the end. Stops
 * if the reader signs out or loses their role.
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
      // After an empty piece, the stream would not pull again.
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
