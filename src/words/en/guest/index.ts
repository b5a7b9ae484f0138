import { answers } from "./answers.ts";
import { dates } from "./dates.ts";
import { pages } from "./pages.ts";
import { replies } from "./replies.ts";
import { texts } from "./texts.ts";

export const guest = { answers, dates, pages, replies, texts };
export type GuestWords = typeof guest;
