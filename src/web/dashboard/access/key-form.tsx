/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { DEFAULT_SCOPES, SCOPES, type Scope } from "../../../domain/caller.ts";
import { addDays, dateOf } from "../../../domain/time.ts";
import { OPERATIONS } from "../../../operations/index.ts";
import { SCOPE_WORDS } from "../../../words/en/host/labels.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Field } from "../components/field.tsx";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";
import { type FormState, formState } from "../form-state.ts";

const DEFAULT_LIFETIME_DAYS = 365;

const BUDGETS = [
  ["budgets.writesPerMinute", "Changes per minute"],
  ["budgets.smsPerDay", "Texts per day"],
  ["budgets.largestParty", "Largest party"],
  ["budgets.daysAhead", "Days ahead"],
] as const;

const OWN_FIELDS = [
  "name",
  "scopes",
  "tools",
  "forGuests",
  "lastDate",
  ...BUDGETS.map(([name]) => name),
];

export function KeyForm({ visit }: PageProps) {
  if (visit.role !== "owner") {
    return (
      <EmptyState title="Only owners can create keys">
        <p>Ask an owner of {visit.brand.name} for a key.</p>
        <ButtonLink href={at(visit, "/access/keys")}>To the keys</ButtonLink>
      </EmptyState>
    );
  }
  const form = formState(visit, "create_api_key");
  const owned = visit.brands.filter(({ slug }) => visit.caller.roles[slug] === "owner");
  return (
    <OperationForm
      visit={visit}
      form={form}
      own={owned.length > 1 ? [...OWN_FIELDS, "brands"] : OWN_FIELDS}
      formId="new-key-form"
      class="stack key-form"
      plain
    >
      <h2>New key</h2>
      <div class="card stack">
        <Field
          form={form}
          name="name"
          label="What is the key for?"
          placeholder="Phone agent"
          hint="The history shows this name."
          required
          maxlength={120}
        />
        <BrandChoice visit={visit} form={form} owned={owned} />
        <Group form={form} name="scopes" legend="Permissions">
          {SCOPES.map((scope) => (
            <Box
              name="scopes"
              value={scope}
              checked={isChosen(visit, form, "scopes", scope, isDefault(scope))}
              hint={SCOPE_WORDS[scope].long}
            >
              {SCOPE_WORDS[scope].short}
            </Box>
          ))}
        </Group>
        <Group form={form} name="forGuests" legend="Who does the key act for?">
          <Box
            name="forGuests"
            value="true"
            checked={form.value("forGuests", "false") === "true"}
            hint="If the restaurant refuses large parties, this key cannot ask a manager to accept one. The guest has to call."
          >
            For guests, not for the restaurant
          </Box>
        </Group>
      </div>
      <ToolChoice visit={visit} form={form} />
      <Limits visit={visit} form={form} />
      <div class="line">
        <Button>Create the key</Button>
        <ButtonLink href={at(visit, "/access/keys")}>Cancel</ButtonLink>
      </div>
      <p class="soft small">
        The key is shown once. Its permissions cannot be changed later; create another key instead.
        {visit.desk.environment === "test" &&
          " This is a test database: the key begins with mtd_test_ and works nowhere else."}
      </p>
    </OperationForm>
  );
}

type Props = PageProps<{ form: FormState }>;

const isDefault = (scope: Scope): boolean => DEFAULT_SCOPES.some((one) => one === scope);

const isChosen = (
  { refused }: DeskVisit,
  form: FormState,
  name: string,
  value: string,
  otherwise: boolean,
): boolean =>
  form.refused === null ? otherwise : refused?.typed.getAll(name).includes(value) === true;

function BrandChoice({ visit, form, owned }: Props & { readonly owned: DeskVisit["brands"] }) {
  const { brand } = visit;
  if (owned.length === 1) return <input type="hidden" name="brands" value={brand.slug} />;
  return (
    <Group form={form} name="brands" legend="For which restaurants?">
      {owned.map(({ slug, name }) => (
        <Box
          name="brands"
          value={slug}
          checked={isChosen(visit, form, "brands", slug, slug === brand.slug)}
        >
          <bdi>{name}</bdi>
        </Box>
      ))}
    </Group>
  );
}

function ToolChoice({ visit, form }: Props) {
  const onlySome = form.value("onlyTools", "false") === "true";
  return (
    <fieldset class="card group">
      <legend>Which tools?</legend>
      <div class="choices">
        <Radio name="onlyTools" value="false" checked={!onlySome}>
          All tools that the permissions allow
        </Radio>
        <Radio name="onlyTools" value="true" checked={onlySome}>
          Only these:
        </Radio>
      </div>
      {form.problem("tools") !== undefined && <p class="problem">{form.problem("tools")}</p>}
      <div class="tools">
        {OPERATIONS.map(({ name, title }) => (
          <Box name="tools" value={name} checked={isChosen(visit, form, "tools", name, false)}>
            {title}
          </Box>
        ))}
      </div>
    </fieldset>
  );
}

function Limits({ visit, form }: Props) {
  const today = dateOf(visit.now, visit.brand.settings.timeZone);
  return (
    <fieldset class="card group">
      <legend>Limits and expiry</legend>
      <div class="fields-4">
        {BUDGETS.map(([name, label]) => (
          <Field form={form} name={name} label={label} inputmode="numeric" placeholder="no limit" />
        ))}
      </div>
      <div class="fields-pair">
        <Field
          form={form}
          name="lastDate"
          label="Last day"
          type="date"
          min={today}
          value={addDays(today, DEFAULT_LIFETIME_DAYS)}
          hint="Leave empty for no expiry."
        />
      </div>
    </fieldset>
  );
}

const Group = ({
  form,
  name,
  legend,
  children,
}: Readonly<{ form: FormState; name: string; legend: string; children: Child }>) => (
  <fieldset class="group" aria-describedby={form.problem(name) && `${name}-problem`}>
    <legend>{legend}</legend>
    {/* Sends the field even if no box is ticked. */}
    <input type="hidden" name={name} value="" />
    {children}
    {form.problem(name) !== undefined && (
      <p id={`${name}-problem`} class="problem small">
        {form.problem(name)}
      </p>
    )}
  </fieldset>
);

interface BoxProps {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly hint?: string;
  readonly children: Child;
}

const idOf = (name: string, value: string): string => `${name}-${value.replaceAll(".", "-")}`;

const Box = ({ name, value, checked, hint, children }: BoxProps) => (
  <div class="tick">
    <input id={idOf(name, value)} type="checkbox" name={name} value={value} checked={checked} />
    <label for={idOf(name, value)}>
      {children}
      {hint !== undefined && <small class="hint">{hint}</small>}
    </label>
  </div>
);

const Radio = ({ name, value, checked, children }: BoxProps) => (
  <div class="tick">
    <input id={idOf(name, value)} type="radio" name={name} value={value} checked={checked} />
    <label for={idOf(name, value)}>{children}</label>
  </div>
);
