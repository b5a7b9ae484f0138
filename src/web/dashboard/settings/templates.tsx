/** @jsxImportSource hono/jsx */
import { LINK } from "../../../domain/segments.ts";
import {
  expectedTemplate,
  TEMPLATE_KINDS,
  type TemplateKind,
} from "../../../domain/text-template.ts";
import { HOUR } from "../../../domain/time.ts";
import { TEXT_KINDS } from "../../../words/en/host/labels.ts";
import { type MessageFacts, renderMessage } from "../../../words/guest-texts.ts";
import { idOf, TextField } from "../components/field.tsx";
import { Segments } from "../components/segments.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { partState, SettingsForm } from "./settings-form.tsx";

export const TemplatesSection = ({ visit }: PageProps) => (
  <>
    <p class="soft">
      Leave a wording empty to use the standard one. These fields are filled in for each guest:{" "}
      {"{brand}"} {"{name}"} {"{size}"} {"{day}"} {"{time}"} {"{until}"} {"{link}"}.
    </p>
    {TEMPLATE_KINDS.map((kind) => (
      <Wording visit={visit} kind={kind} />
    ))}
  </>
);

function Wording({ visit, kind }: PageProps<{ kind: TemplateKind }>) {
  const name = `settings.templates.${kind}.text`;
  const own = visit.brand.settings.templates?.[kind] ?? "";
  const mine = visit.refused?.typed.has(name) === true;
  const form = partState(mine ? visit : { ...visit, refused: null }, "templates");
  const shown = visit.url.searchParams.get(name) ?? form.value(name, own);
  return (
    <section class="card stack" aria-labelledby={`title-${kind}`}>
      <h2 id={`title-${kind}`}>{TEXT_KINDS[kind]}</h2>
      <SettingsForm visit={visit} part={`templates-${kind}`} form={form} fields={[name]}>
        <TextField form={form} name={name} label="Wording" rows={2} maxlength={480} value={own} />
        <div
          class="wording-preview"
          id={`preview-${kind}`}
          aria-live="polite"
          hx-get={at(visit, "/settings/templates")}
          hx-trigger={`input from:#${idOf(name)} delay:300ms`}
          hx-include={`#${idOf(name)}`}
          hx-target={`#preview-${kind}`}
          hx-select={`#preview-${kind}`}
          hx-swap="outerMorph"
        >
          <Preview visit={visit} kind={kind} text={shown} />
        </div>
      </SettingsForm>
    </section>
  );
}

function Preview({ visit, kind, text }: PageProps<{ kind: TemplateKind; text: string }>) {
  const own = text.trim() === "" ? undefined : text.trim();
  const expected = own === undefined ? null : expectedTemplate(kind, own);
  if (expected !== null) return <p class="problem">The wording must be {expected}.</p>;
  const body = renderMessage(kind, exampleFacts(visit, kind, own));
  return (
    <>
      <p class="bubble">
        <bdi>{body.replaceAll(LINK, `${visit.desk.origin}/r/...`)}</bdi>
      </p>
      <Segments visit={visit} body={body} />
    </>
  );
}

function exampleFacts(
  { brand, now, desk }: DeskVisit,
  kind: TemplateKind,
  own: string | undefined,
): MessageFacts {
  const startAt = now + 26 * HOUR;
  const templates = own === undefined ? {} : { [kind]: own };
  return {
    brand: { ...brand, settings: { ...brand.settings, templates } },
    guestName: "Ana Lopez",
    partySize: 4,
    at: startAt,
    deadlineAt: startAt - 3 * HOUR,
    holdUntil: now + HOUR / 2,
    firstText: false,
    sampleLink: desk.stores.guestLinks.sample,
  };
}
