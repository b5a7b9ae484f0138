import { z } from "zod";
import { type FloorSection, SECTION_COLORS } from "../../domain/floor-records.ts";
import { newId } from "../../domain/ids.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, dateParam, tableNamesParam, writeParams } from "../params.ts";
import { tablesCalled } from "../seating/names.ts";
import { sectionShape, sectionsShown } from "../seating/sections.ts";

const MOST_SECTIONS = 20;

const section = z.strictObject({
  name: z.string().trim().min(1).max(30),
  color: z.enum(SECTION_COLORS).default("grey"),
  server: z
    .string()
    .trim()
    .max(60)
    .default("")
    .describe("Name of the server; empty if the section has no server yet"),
  tables: tableNamesParam,
});

const input = z.strictObject({
  brand: brandParam,
  serviceDate: dateParam("Service date"),
  sections: z
    .array(section)
    .max(MOST_SECTIONS)
    .refine((all) => isOnce(all.map(({ name }) => name)), "must have different names")
    .refine((all) => isOnce(all.flatMap(({ tables }) => tables)), "must list each table only once"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  sections: z.array(sectionShape),
  changed: z.boolean(),
  dryRun: z.boolean(),
});

/** Sections do not influence which table a party gets. */
export const setSections = defineOperation({
  name: "set_sections",
  title: "Set the sections",
  words: { button: "Sections", done: "sections saved", history: "Sections changed" },
  scope: "bookings.write",
  role: "host",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [
    {
      input: {
        serviceDate: "2026-11-20",
        sections: [{ name: "Window", color: "teal", server: "Kim", tables: ["1", "2"] }],
      },
    },
  ],
  run: set,
});

const isOnce = (names: readonly string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size === names.length;

function set(given: Input, context: OperationContext): z.infer<typeof output> {
  const { brand, stores, now, random, dryRun } = context;
  const { serviceDate } = given;
  const before = stores.floors.sections(brand.slug, serviceDate);
  const sections = given.sections.map(
    ({ tables, ...one }): FloorSection => ({
      id: newId(now, random),
      serviceDate,
      ...one,
      tables: tablesCalled(tables, context),
    }),
  );
  const changed = !Bun.deepEquals(before.map(withoutId), sections.map(withoutId));
  if (changed) {
    // Give ascending ids, because the store returns sections in the order of their ids.
    const ids = sections.map(({ id }) => id).sort();
    const inOrder = sections.map((one, at) => ({ ...one, id: ids[at] ?? one.id }));
    stores.floors.putSections(brand.slug, serviceDate, inOrder);
    const said = (all: readonly FloorSection[]) =>
      all.map(({ name, server }) => (server === "" ? name : `${name}: ${server}`));
    const change = {
      before: { sections: said(before) },
      after: { serviceDate, sections: said(sections) },
    };
    audit({}, setSections.name, change, null, context);
  }
  return { sections: sectionsShown(serviceDate, context), changed, dryRun };
}

const withoutId = ({ id: _id, ...one }: FloorSection) => one;
