/** @jsxImportSource hono/jsx */
import { page } from "./page.tsx";

const CLOSED = {
  unknown: {
    title: "This link does not open anything",
    text: "Please check that it is complete, or call the restaurant.",
  },
  expired: {
    title: "This link has expired",
    text: "What it was about is over. We hope to see you again.",
  },
} as const;

/** A link that opens nothing, or nothing any more; tells nothing of what it once was. */
export function closedPage(kind: keyof typeof CLOSED) {
  const { title, text } = CLOSED[kind];
  return page({ title, brandName: null, children: <p>{text}</p> });
}

/** Something that no button of ours sends. */
export const formPage = () =>
  page({
    title: "That did not work",
    brandName: null,
    children: <p>Please open the link in your text again and use its buttons.</p>,
  });

/** Too many requests. */
export const patiencePage = (seconds: number) =>
  page({
    title: "Too many tries",
    brandName: null,
    children: <p>Please try again in {seconds} seconds, or call the restaurant.</p>,
  });
