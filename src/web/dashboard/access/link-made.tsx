/** @jsxImportSource hono/jsx */
import { JOIN_PATH } from "../../../auth/account-links.ts";
import { refusal } from "../../../domain/errors.ts";
import { inWords } from "../../../domain/time.ts";
import { team } from "../../../operations/access/team.ts";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { at, type PageProps, read } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { Copied, secretOf } from "./parts.tsx";

export async function LinkMade({ visit }: PageProps) {
  const { people } = await read(visit, team);
  const person = people.find(({ id }) => id === visit.params["id"]);
  if (person === undefined)
    throw refusal("NOT_FOUND.person", { say: { id: "", team: visit.brand.name } });
  const { id, name, linkUntil } = person;
  const token = secretOf(visit);
  const back = at(visit, "/access/team");
  if (token === null) {
    return (
      <section id="shown-once" class="card stack">
        <h2>The link was already shown</h2>
        <p>
          Only a fingerprint of the link is stored, so that nobody else can read the link.{" "}
          {linkUntil === null
            ? "The link was used or has expired."
            : "Anyone who has the link can still use it."}{" "}
          If the link is lost, make a new link. The old link then stops working.
        </p>
        <div class="line">
          {person.accountStays === null && person.state !== "closed" && (
            <OperationForm
              visit={visit}
              form={formState(visit, "make_account_link", id)}
              back={back}
              plain
            >
              <Button look="quiet">Make a new link</Button>
            </OperationForm>
          )}
          <ButtonLink href={back}>To the team</ButtonLink>
        </div>
      </section>
    );
  }
  return (
    <section id="shown-once" class="card stack" hx-morph-skip="">
      <h2>
        A link for <bdi>{name}</bdi>
      </h2>
      <p class="notice">The link is shown only now. Give it to this person and to nobody else.</p>
      <Copied
        id="new-link"
        label={`Link for ${name}`}
        text={`${visit.desk.origin}${JOIN_PATH}${token}`}
      />
      <p class="soft">
        With the link, this person chooses a password and is signed in. The link works once
        {linkUntil !== null && `, until ${inWords(linkUntil, visit.brand.settings.timeZone)}`}.
      </p>
      <ButtonLink href={back}>To the team</ButtonLink>
    </section>
  );
}
