import type { GuestWords } from "../../en/guest/index.ts";
import { answers } from "./answers.ts";
import { dates } from "./dates.ts";
import { pages } from "./pages.ts";
import { replies } from "./replies.ts";
import { texts } from "./texts.ts";

export const guest: GuestWords = { answers, dates, pages, replies, texts };
