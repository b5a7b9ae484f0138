/** @jsxImportSource hono/jsx */
import { inWords } from "../../../domain/time.ts";
import { type Person, team } from "../../../operations/access/team.ts";
import { Badge } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { RefusedAbove } from "../components/concerned.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Choice, Field } from "../components/field.tsx";
import { type PageProps, read } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { Ask, agoHere, DidLink, ROLE_CHOICES, ROLE_HINT } from "./parts.tsx";
import { PersonForms } from "./person-forms.tsx";

export async function TeamSection({ visit }: PageProps) {
  const { people } = await read(visit, team);
  const isOwner = visit.role === "owner";
  const alone = people.length === 1;
  return (
    <>
      <RefusedAbove visit={visit} inPlace={isOwner ? ["add_person"] : []} />
      {isOwner && <AddForm visit={visit} />}
      {!isOwner && <p class="soft">Only owners can add people or change roles.</p>}
      <ul class="people card" aria-label={`Team of ${visit.brand.name}`}>
        {people.map((person) => (
          <PersonRow visit={visit} person={person} />
        ))}
      </ul>
      {alone && isOwner && (
        <EmptyState title="You are alone here">
          <p>
            Add the people you work with. Give each of them an account, so that the history shows
            who did what.
          </p>
        </EmptyState>
      )}
    </>
  );
}

function AddForm({ visit }: PageProps) {
  const form = formState(visit, "add_person");
  return (
    <Ask id="add-person" label="Add somebody" open={form.refused !== null}>
      <OperationForm
        visit={visit}
        form={form}
        own={["name", "email", "role"]}
        formId="add-person-form"
        class="stack settings-form"
        plain
      >
        <div class="fields-auto">
          <Field form={form} name="name" label="Name" required maxlength={120} />
          <Field
            form={form}
            name="email"
            label="E-mail"
            type="email"
            required
            hint="Needed to sign in. No e-mail is sent."
          />
          <Choice
            form={form}
            name="role"
            label="Role"
            value="host"
            options={ROLE_CHOICES}
            hint={ROLE_HINT}
          />
        </div>
        <p class="soft small">
          Next you see a link, shown only once. Give it to the new person, who then chooses a
          password. If they already have an account on this server, they are signed out now, and
          their old password and second factor stop working.
        </p>
        <Button>Add</Button>
      </OperationForm>
    </Ask>
  );
}

function PersonRow({ visit, person }: PageProps<{ person: Person }>) {
  const { id, name, email, role, ownsInstance, isCaller, state } = person;
  return (
    <li id={`person-${id}`} class={state === "closed" ? "closed" : undefined}>
      <div class="who">
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {isCaller && <span class="soft"> (you)</span>}
        </p>
        <p class="soft small">
          <bdi>{email}</bdi>
        </p>
      </div>
      <p class="line">
        <Badge tone={role === "owner" ? "good" : "plain"}>
          {ownsInstance ? "owner of all restaurants" : role}
        </Badge>
        <State visit={visit} person={person} />
      </p>
      <p class="small did">
        <DidLink visit={visit} principal={id}>
          Activity
        </DidLink>
      </p>
      <PersonForms visit={visit} person={person} />
    </li>
  );
}

function State({ visit, person }: PageProps<{ person: Person }>) {
  const { state, signedInAt, linkUntil } = person;
  const zone = visit.brand.settings.timeZone;
  switch (state) {
    case "closed":
      return <Badge tone="stop">account closed</Badge>;
    case "stuck":
      return (
        <>
          <Badge tone="care">cannot sign in</Badge>
          <span class="soft small">The link has expired: an owner can make a new one.</span>
        </>
      );
    case "invited":
      return (
        <>
          <Badge tone="care">invited</Badge>
          {linkUntil !== null && (
            <span class="soft small">link valid until {inWords(linkUntil, zone)}</span>
          )}
        </>
      );
    case "active":
      return (
        <span class="soft small">
          {signedInAt === null ? "has not signed in" : `signed in ${agoHere(signedInAt, visit)}`}
          {person.hasSecondFactor ? ", has a second factor" : ", no second factor"}
        </span>
      );
  }
}
