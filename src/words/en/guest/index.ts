import { answers } from "./answers.ts";
import { dates } from "./dates.ts";
import { pages } from "./pages.ts";
import { replies } from "./replies.ts";
import { texts } from "./texts.ts";

/** Everything that guests read in English, and the replies that are understood. */
export const guest = { answers, dates, pages, replies, texts };
/** The same in any language. */
export type GuestWords = typeof guest;
