import type { DeskPage } from "./desk-visit.ts";
import { tonightPage } from "./tonight/tonight-page.tsx";

/** Every page of the dashboard: one line each. The first whose path fits answers. */
export const PAGES: readonly DeskPage[] = [tonightPage];
