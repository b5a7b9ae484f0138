/** @jsxImportSource hono/jsx */
import { ANY_AREA, areasInUse } from "../../../operations/seating/names.ts";
import type { DeskVisit } from "../desk-visit.ts";
import type { FormState } from "../form-state.ts";
import { Choice } from "./field.tsx";

export function AreaChoice({
  visit: { brand, desk },
  form,
  id,
  value = ANY_AREA,
}: {
  readonly visit: DeskVisit;
  readonly form?: FormState;
  readonly id?: string;
  readonly value?: string;
}) {
  const areas = areasInUse({ brand, stores: desk.stores });
  if (brand.settings.tables.mode === "off" || areas.length < 2) return null;
  const options = areas.map(({ name }) => ({ value: name, label: name }));
  return (
    <Choice
      form={form}
      {...(id === undefined ? {} : { id })}
      name="area"
      label="Area"
      value={value}
      options={[{ value: ANY_AREA, label: "Any" }, ...options]}
    />
  );
}
