// For the benchmark's rival: all tools of the product except create_booking, written as in the MCP
// SDK's guide, with each schema defined where its tool is registered. The benchmark calls none of
// them.
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const unused = (): never => {
  throw new Error("The benchmark only calls create_booking.");
};
const STATES = ["booked", "pending", "arrived", "seated", "completed", "no_show", "cancelled"];
const ENTRY_STATES = ["waiting", "offered", "booked", "left", "lapsed", "paused"];

/** Registers the tools for one request. */
export function addOthers(server: McpServer): void {
  const add = (name: string, description: string, inputSchema: z.ZodRawShape): void =>
    void server.registerTool(name, { description, inputSchema }, unused);
  const brand = () => z.string().describe("Brand slug").optional();
  const date = () => z.string().describe('Date, for example "Friday, November 20, 2026"');
  const people = () => z.number().int().positive().describe("Party size");
  const change = () => ({
    brand: brand(),
    id: z.string().describe("Reservation id"),
    idempotencyKey: z.uuid().optional(),
    dryRun: z.boolean().default(false),
  });

  add("list_brands", "List the restaurants", {});
  add("check_availability", "Look for a free table", {
    brand: brand(),
    date: date(),
    numberOfPeople: people(),
    time: z.string().optional(),
    service: z.string().optional(),
  });
  add("list_bookings", "List reservations", {
    brand: brand(),
    date: date().optional(),
    toDate: date().optional(),
    status: z.array(z.enum(STATES)).optional(),
    query: z.string().max(120).optional(),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: z.string().optional(),
  });
  add("get_booking", "Show a reservation", { brand: brand(), id: z.string() });
  add("update_booking", "Change a reservation", {
    ...change(),
    numberOfPeople: people().optional(),
    date: date().optional(),
    time: z.string().optional(),
    timestamp: z.number().optional(),
    notes: z.string().max(2000).optional(),
    foodDrinkNotes: z.string().max(2000).optional(),
    seatingNotes: z.string().max(2000).optional(),
  });
  add("cancel_booking", "Cancel a reservation", { ...change(), reason: z.string().optional() });
  add("mark_arrived", "Guest has arrived", change());
  add("mark_seated", "Guest is seated", change());
  add("mark_completed", "Guest has left", change());
  add("mark_no_show", "Guest did not come", change());
  add("add_note", "Write a note", {
    ...change(),
    note: z.string().max(2000),
    field: z.enum(["notes", "foodDrinkNotes", "seatingNotes"]).default("notes"),
    append: z.boolean().default(false),
  });
  add("undo_last_change", "Undo the last change", change());
  add("explain_capacity", "Explain how full it is", {
    brand: brand(),
    date: date(),
    service: z.string().optional(),
    whatIf: z.record(z.string(), z.unknown()).optional(),
  });
  add("list_tables", "List the tables", {
    brand: brand(),
    date: date().optional(),
    time: z.string().optional(),
    area: z.string().optional(),
  });
  add("assign_table", "Choose tables for a party", {
    ...change(),
    tables: z.union([z.literal("auto"), z.array(z.string())]),
    swap: z.boolean().default(false),
  });
  add("block_tables", "Take tables out of use", {
    brand: brand(),
    tables: z.array(z.string()),
    date: date(),
    from: z.string(),
    to: z.string(),
    reason: z.string(),
    remove: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  });
  add("plan_tables", "Plan the tables of a date", {
    brand: brand(),
    serviceDate: date(),
    dryRun: z.boolean().default(false),
  });
  add("list_waitlist", "List waiting guests", {
    brand: brand(),
    date: date().optional(),
    status: z.array(z.enum(ENTRY_STATES)).optional(),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: z.string().optional(),
  });
  add("add_to_waitlist", "Put a guest on the waitlist", {
    brand: brand(),
    name: z.string().min(1).max(120),
    phone: z.string().regex(/^\+[1-9]\d{6,14}$/),
    numberOfPeople: people(),
    date: date(),
    time: z.string(),
    earliestTime: z.string().optional(),
    latestTime: z.string().optional(),
    notes: z.string().max(2000).optional(),
    priority: z.number().int().default(0),
    replaces: z.string().optional(),
    idempotencyKey: z.uuid().optional(),
    dryRun: z.boolean().default(false),
  });
  add("remove_from_waitlist", "Take a guest off the waitlist", {
    ...change(),
    reason: z.string().optional(),
  });
  add("close_service", "Close or reopen a day or a service", {
    brand: brand(),
    date: date(),
    service: z.string().optional(),
    note: z.string().optional(),
    reopen: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  });
}
