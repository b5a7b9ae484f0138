/** @jsxImportSource hono/jsx */
import { roleAtLeast } from "../../../domain/caller.ts";
import { refusal } from "../../../domain/errors.ts";
import { displayTime } from "../../../domain/time.ts";
import { type TroubledText, troubledTexts } from "../../../operations/desk/troubled-texts.ts";
import { TEXT_KINDS } from "../../../words/en/host/labels.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Badge, TextBadge, type Tone } from "../components/badge.tsx";
import { Button, OperationForm } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Icon } from "../components/icon.tsx";
import { isWithoutGateway } from "../components/no-gateway.tsx";
import {
  at,
  type DeskPage,
  type DeskVisit,
  type Outcome,
  type PageProps,
  read,
} from "../desk-visit.ts";
import { PageHead } from "../shell.tsx";
import { shortWhen } from "../when.ts";
import { CLOCK_IS_RIGHT } from "./clock-check.ts";
import { readFacts } from "./instance-facts.ts";
import { judge, worst } from "./judge.ts";
import { type HealthLine, STATES, type State } from "./verdict.ts";

const TONES: Record<State, Tone> = { ok: "good", look: "care", act: "stop" };
const WORDS: Record<State, string> = { ok: "OK", look: "Look at it", act: "Act now" };

export const healthPage: DeskPage = {
  path: "/health",
  async show(visit) {
    if (!roleAtLeast(visit.role, "manager")) return forManagers(visit);
    const lines = judge(readFacts(visit.desk), visit.brand.settings.timeZone);
    const { texts, more } = await read(visit, troubledTexts);
    const all = [...lines.map(({ state }) => state), stateOf(texts)];
    // Without a gateway, "All were sent" would be false.
    const isTold = texts.length > 0 || !isWithoutGateway(visit);
    return {
      title: "Health",
      children: (
        <>
          <PageHead title="Health">
            <p class="soft">
              Checked at {displayTime(visit.now, visit.brand.settings.timeZone)}, and again every
              minute
            </p>
          </PageHead>
          <Overall states={all} />
          <ul class="health card">
            {STATES.toReversed().map((state) => (
              <>
                {isTold && state === stateOf(texts) && (
                  <Texts visit={visit} texts={texts} more={more} />
                )}
                {lines
                  .filter((line) => line.state === state)
                  .map((line) => (
                    <Line line={line} visit={visit} />
                  ))}
              </>
            ))}
          </ul>
        </>
      ),
    };
  },
  submit: confirmClock,
};

function confirmClock(visit: DeskVisit, fields: URLSearchParams): Promise<Outcome> {
  if (!roleAtLeast(visit.role, "manager") || fields.get("confirm") !== CLOCK_IS_RIGHT) {
    const error = refusal("FORBIDDEN_TOOL.clock", {});
    return Promise.resolve({
      ok: false,
      refused: { operation: "confirm_clock", typed: fields, error },
    });
  }
  visit.desk.instance.watch.confirm();
  const text = "The clock is confirmed. Everything that waited for it continues.";
  return Promise.resolve({ ok: true, flash: { text, warnings: [] } });
}

const forManagers = (visit: DeskVisit) => ({
  title: "Health",
  children: (
    <>
      <PageHead title="Health" />
      <EmptyState title="Health is for managers">
        <p>
          If something does not work, tell a manager or an owner of {visit.brand.name}. This page
          shows them what to do.
        </p>
      </EmptyState>
    </>
  ),
});

const stateOf = (texts: readonly TroubledText[]): State => {
  if (texts.some(({ mendable }) => mendable)) return "act";
  return texts.length === 0 ? "ok" : "look";
};

function Overall({ states }: { readonly states: readonly State[] }) {
  const state = worst(states);
  const count = (one: State): number => states.filter((other) => other === one).length;
  const look = count("look");
  const words: Record<State, string> = {
    ok: "Everything works.",
    look: `maitred works. ${counted(look, "thing")} to look at when there is time.`,
    act: `${count("act") === 1 ? "One thing needs" : `${count("act")} things need`} you now${look === 0 ? "." : `, ${look} more to look at.`}`,
  };
  return (
    <p class={`health-overall ${TONES[state]}`}>
      <Icon name={state} />
      <span>{words[state]}</span>
    </p>
  );
}

const Line = ({
  line: { id, name, state, seen, inside, todo, remedy, button },
  visit,
}: PageProps<{ line: HealthLine }>) => (
  <li id={`health-${id}`} class={`health-line ${TONES[state]}`}>
    <Icon name={state} />
    <h2>{name}</h2>
    <Badge tone={TONES[state]}>{WORDS[state]}</Badge>
    <div class="health-words">
      <p>
        <bdi>{seen}</bdi>
      </p>
      {visit.signedIn.user.ownsInstance && inside !== null && (
        <p class="soft small">
          <bdi>{inside}</bdi>
        </p>
      )}
      {todo !== null && <p class="soft">{todo}</p>}
      {remedy !== null && (
        <Remedy remedy={remedy} ownsInstance={visit.signedIn.user.ownsInstance} />
      )}
      {button !== null && (
        <OperationForm visit={visit} action="/health">
          <Button name="confirm" value={button.confirm}>
            {button.words}
          </Button>
        </OperationForm>
      )}
    </div>
  </li>
);

const Remedy = ({
  remedy: { words, command },
  ownsInstance,
}: Readonly<{ remedy: NonNullable<HealthLine["remedy"]>; ownsInstance: boolean }>) =>
  ownsInstance ? (
    <>
      <p class="soft">{words}</p>
      <p>
        <code>{command}</code>
      </p>
    </>
  ) : (
    <p class="soft">Ask an owner of all restaurants: they can see here how to fix this.</p>
  );

const Texts = ({
  visit,
  texts,
  more,
}: PageProps<{ texts: readonly TroubledText[]; more: boolean }>) => {
  const state = stateOf(texts);
  return (
    <li id="health-texts" class={`health-line ${TONES[state]}`}>
      <Icon name={state} />
      <h2>Texts, last 3 days</h2>
      <Badge tone={TONES[state]}>{WORDS[state]}</Badge>
      <div class="health-words">
        {texts.length === 0 ? (
          <p>All were sent.</p>
        ) : (
          <>
            <p>
              {more ? `More than ${texts.length} texts` : counted(texts.length, "text")} did not
              reach {texts.length === 1 ? "its guest" : "their guests"}.
            </p>
            <p class="soft">
              {state === "act"
                ? "Open the texts that can still be sent, and send them, or call the guests."
                : "They cannot be sent any more. Call the guests who need to know."}
            </p>
            <ul class="health-texts">
              {texts.map((text) => (
                <Text visit={visit} text={text} />
              ))}
            </ul>
            {more && <a href={at(visit, "/messages?view=trouble")}>All of them</a>}
          </>
        )}
      </div>
    </li>
  );
};

const Text = ({
  visit,
  text: { id, kind, state, guestName, createdAt, dueAt, mendable },
}: PageProps<{ text: TroubledText }>) => (
  <li>
    {/* The list behind the link starts at this text, so that the text is on the first page. */}
    <a href={at(visit, `/messages?view=trouble&before=${createdAt + 1}#text-${id}`)}>
      <bdi>{guestName ?? "A guest"}</bdi>
    </a>
    <span class="soft">
      {TEXT_KINDS[kind]}, {shortWhen(dueAt, visit)}
    </span>
    <TextBadge state={state} />
    {mendable && <span>can still be sent</span>}
  </li>
);
