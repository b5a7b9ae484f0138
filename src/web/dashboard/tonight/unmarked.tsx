/** @jsxImportSource hono/jsx */
import type { UnmarkedParty } from "../../../operations/desk/unmarked-parties.ts";
import { buttonOf } from "../../../words/en/host/operations.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { at, type PageProps } from "../desk-visit.ts";
import { dayAndTime } from "../when.ts";

export const Unmarked = ({ visit, parties }: PageProps<{ parties: readonly UnmarkedParty[] }>) =>
  parties.length === 0 ? null : (
    <section class="requests" id="unmarked" aria-labelledby="unmarked-title">
      <h2 id="unmarked-title">
        {counted(parties.length, "party was", "parties were")} never marked. Did the guests come?
      </h2>
      <ol>
        {parties.map((party) => (
          <Party visit={visit} party={party} />
        ))}
      </ol>
    </section>
  );

function Party({
  visit,
  party: { id, name, numberOfPeople, timestamp, status, revision },
}: PageProps<{ party: UnmarkedParty }>) {
  const answers = status === "arrived" ? ["mark_came"] : ["mark_came", "mark_no_show"];
  return (
    <li class="request" id={`u${id}`}>
      <p class="what">
        <span class="party">{numberOfPeople}</span>{" "}
        <a class="asker" href={at(visit, `/reservations/${id}`)}>
          <bdi>{name}</bdi>
        </a>{" "}
        <span class="when">{dayAndTime(timestamp, visit)}</span>
      </p>
      <div class="line">
        {answers.map((operation) => (
          <OperationForm visit={visit} operation={operation} id={id} revision={revision}>
            <Button look="quiet" aria-label={`${buttonOf(operation)}: ${name}`}>
              {buttonOf(operation)}
            </Button>
          </OperationForm>
        ))}
      </div>
    </li>
  );
}
