/** @jsxImportSource hono/jsx */
import { costOf, encodingOf } from "../../../domain/segments.ts";
import { counted } from "../../../words/en/phrases.ts";
import type { PageProps } from "../desk-visit.ts";

/** What a text costs, and whether a letter outside the short alphabet makes it more expensive. */
export const Segments = ({ visit, body }: PageProps<{ body: string }>) => (
  <p class="soft small">
    {counted(costOf(body, visit.desk.stores.guestLinks.sample), "segment")}
    {encodingOf(body) === "ucs2" ? ", because of a letter that costs extra" : ""}
  </p>
);
