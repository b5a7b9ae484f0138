/** @jsxImportSource hono/jsx */
import { costOf, encodingOf } from "../../../domain/segments.ts";
import { counted } from "../../../words/en/phrases.ts";
import type { PageProps } from "../desk-visit.ts";

export function Segments({ visit, body }: PageProps<{ body: string }>) {
  const segments = costOf(body, visit.desk.stores.guestLinks.sample);
  const isDear = segments > 1 && encodingOf(body) === "ucs2";
  return (
    <p class="soft small">
      {counted(segments, "segment")}
      {isDear ? ", because of a special character" : ""}
    </p>
  );
}
