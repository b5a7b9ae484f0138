/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Person } from "../../../operations/access/team.ts";
import { Button, type ButtonLook, OperationForm } from "../components/button.tsx";
import { Choice } from "../components/field.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { Ask, ROLE_CHOICES } from "./parts.tsx";

type Props = PageProps<{ person: Person }>;

export function PersonForms({ visit, person }: Props) {
  const { id, roleStays, accountStays, isCaller } = person;
  if (visit.role !== "owner") return null;
  if (roleStays !== null && accountStays !== null) {
    return isCaller ? null : <p class="soft small why">{roleStays}</p>;
  }
  const isRefused = visit.refused?.typed.get("id") === id;
  return (
    <Ask id={`change-${id}`} label="Change" open={isRefused}>
      {roleStays === null ? <RoleForm visit={visit} person={person} /> : <p>{roleStays}</p>}
      <hr />
      <Made visit={visit} person={person} />
      {accountStays === null ? (
        <AccountForms visit={visit} person={person} />
      ) : (
        <p class="soft small">{accountStays}</p>
      )}
      {roleStays === null && (
        <Deed
          visit={visit}
          person={person}
          operation="take_out"
          look="stop"
          button="Remove from the team"
        >
          This person will no longer see this restaurant, and apps that they connected here will be
          disconnected. The account stays.
        </Deed>
      )}
    </Ask>
  );
}

function Made({ visit, person: { made, state } }: Props) {
  if (made.length === 0) return null;
  const of = (kind: "feed" | "key") => made.filter((one) => one.kind === kind);
  return (
    <div class="notice small">
      <p>
        {state === "closed"
          ? "This person may have copies of these keys and links, which still work: "
          : "This person may have copies of these keys and links, which keep working after the person leaves: "}
        {made.map(({ name }, index) => (
          <>
            {index > 0 && ", "}
            <bdi>{name}</bdi>
          </>
        ))}
        .
      </p>
      <p class="line">
        {of("feed").length > 0 && (
          <a href={at(visit, "/settings/calendars")}>Calendar links (revoke)</a>
        )}
        {of("key").length > 0 && <a href={at(visit, "/access/keys")}>API keys (replace)</a>}
      </p>
    </div>
  );
}

function RoleForm({ visit, person: { id, role, name } }: Props) {
  const form = formState(visit, "change_role", id);
  return (
    <OperationForm visit={visit} operation="change_role" id={id} class="line role-form">
      <Choice
        form={form}
        name="role"
        id={`role-${id}`}
        label={
          <>
            Role of <bdi>{name}</bdi>
          </>
        }
        value={role}
        options={ROLE_CHOICES}
      />
      <Button look="quiet">Change the role</Button>
    </OperationForm>
  );
}

const AccountForms = ({ visit, person }: Props) =>
  person.state === "closed" ? (
    <Deed visit={visit} person={person} operation="open_account" button="Reopen the account">
      This person can then sign in with the old password, and has to add a second factor again.
    </Deed>
  ) : (
    <>
      <Deed
        visit={visit}
        person={person}
        operation="make_account_link"
        button={person.state === "active" ? "Link for a new password" : "New link"}
        makesSecret
      >
        {person.state === "active"
          ? "For a person who forgot the password. The link is shown once, and the old password works until the link is used."
          : "With the link, this person chooses a password. The link is shown once, and earlier links stop working."}
      </Deed>
      {person.hasSecondFactor && (
        <Deed
          visit={visit}
          person={person}
          operation="reset_second_factor"
          look="stop"
          button="Remove the second factor"
        >
          For a person who lost their phone. They will be signed out, and their passkeys,
          authenticator app and recovery codes will no longer work. The password stays.
        </Deed>
      )}
      <Deed
        visit={visit}
        person={person}
        operation="close_account"
        look="stop"
        button="Close the account"
      >
        This person will be signed out everywhere and cannot sign in to any restaurant until the
        account is reopened.
      </Deed>
    </>
  );

const Deed = ({
  visit,
  person,
  operation,
  look = "quiet",
  button,
  makesSecret = false,
  children,
}: Props & {
  readonly operation: string;
  readonly look?: ButtonLook;
  readonly button: string;
  readonly makesSecret?: boolean;
  readonly children: Child;
}) => {
  const form = formState(visit, operation, person.id);
  return (
    <OperationForm
      visit={visit}
      {...(makesSecret ? { form } : { operation, id: person.id })}
      plain={makesSecret}
      class="deed"
    >
      <p class="soft small">{children}</p>
      <Button look={look} aria-label={`${button}: ${person.name}`}>
        {button}
      </Button>
    </OperationForm>
  );
};
