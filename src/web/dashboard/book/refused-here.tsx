/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { OperationForm } from "../components/button.tsx";
import { Reasons } from "../components/reason.tsx";
import type { DeskVisit } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { OVERRIDE_FIELDS, OverrideBox } from "./override-box.tsx";

/**
 * `inPlace`: operations whose forms on this page show their own refusals. `about`: the party, if the
 * page does not name it. Always renders `#refused`, because desk.js keeps this element's content when the
 * page refreshes itself.
 */
export function RefusedHere({
  visit,
  inPlace,
  revision,
  about,
}: {
  readonly visit: DeskVisit;
  readonly inPlace: readonly string[];
  readonly revision?: number;
  readonly about?: Child;
}) {
  const { refused } = visit;
  if (refused === null || inPlace.includes(refused.operation)) return <div id="refused" />;
  const form = formState(visit, refused.operation);
  const { error, typed, operation } = refused;
  const plain = error.reasons.filter((one) => !OVERRIDE_FIELDS.has(one.parameter ?? ""));
  return (
    <div class="stack refused" id="refused">
      {plain.length > 0 && <Reasons reasons={plain} about={about} />}
      <OperationForm
        visit={visit}
        operation={operation}
        id={typed.get("about") ?? typed.get("id")}
        formId={`again-${operation}`}
        {...(revision === undefined ? {} : { revision })}
      >
        <OverrideBox visit={visit} form={form} error={error} submit="Continue anyway" />
      </OperationForm>
    </div>
  );
}
