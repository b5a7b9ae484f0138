import { dashboard } from "./dashboard.ts";
import { echo } from "./echo/echo.ts";
import { floor } from "./floor/floor.ts";
import { gate } from "./gate.ts";
import { http } from "./http.ts";
import { idle } from "./idle.ts";
import { lookup } from "./lookup.ts";
import { month } from "./month.ts";
import type { Part } from "./part.ts";
import { refresh } from "./refresh.ts";
import { rival } from "./rival.ts";
import { scale } from "./scale/scale.ts";
import { start } from "./start.ts";
import { tables } from "./tables/tables.ts";
import { waitlist } from "./waitlist.ts";
import { weight } from "./weight.ts";

/** The parts of the bench by name, in the order in which they run. */
export const PARTS = new Map<string, Part>([
  ["floor", floor],
  ["http", http],
  ["echo", echo],
  ["rival", rival],
  ["scale", scale],
  ["start", start],
  ["dashboard", dashboard],
  ["month", month],
  ["lookup", lookup],
  ["waitlist", waitlist],
  ["gate", gate],
  ["refresh", refresh],
  ["tables", tables],
  ["weight", weight],
  ["idle", idle],
]);
