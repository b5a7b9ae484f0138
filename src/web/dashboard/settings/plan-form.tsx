/** @jsxImportSource hono/jsx */
import { BOOKABLE } from "../../../domain/seating/unit.ts";
import { editFloor } from "../../../operations/floor/edit-floor.ts";
import { BOOKABLE_WORDS } from "../../../words/en/host/floor.ts";
import { Button, OperationForm } from "../components/button.tsx";
import type { DeskVisit, PageProps } from "../desk-visit.ts";
import { type FormState, formState } from "../form-state.ts";

export const BOOKABLE_OPTIONS = BOOKABLE.map((value) => ({ value, label: BOOKABLE_WORDS[value] }));

/** The forms of the floor plan share field names, but only the refused form shows its typed values again. */
export const stateOf = (visit: DeskVisit, part: string, name: string): FormState => {
  const typed = visit.refused?.typed.get(`${part}.was`) ?? "";
  const mine = visit.refused?.typed.has(`${part}.name`) === true && typed === name;
  return formState(mine ? visit : { ...visit, refused: null }, editFloor.name);
};

export const Remove = ({ visit, kind, name }: PageProps<{ kind: string; name: string }>) => (
  <OperationForm visit={visit} operation={editFloor.name} formId={`remove-${kind}-${name}`}>
    <input type="hidden" name="remove.kind" value={kind} />
    <input type="hidden" name="remove.name" value={name} />
    <Button look="stop" aria-label={`Remove ${kind} ${name}`}>
      Remove
    </Button>
  </OperationForm>
);
