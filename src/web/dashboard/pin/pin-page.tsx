/** @jsxImportSource hono/jsx */
import { isFresh } from "../../../auth/add-factor.ts";
import { DomainError, refusal } from "../../../domain/errors.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { Choice, Field } from "../components/field.tsx";
import type { DeskPage, DeskVisit, Outcome, PageProps } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { tabletOf } from "../lent-name.ts";
import { backOf } from "../page-path.ts";
import { PageHead } from "../shell.tsx";

const USE = "use_pin";
const SET = "set_pin";

export const pinPage: DeskPage = {
  path: "/pin",
  show: (visit) => ({
    title: "PIN",
    children: (
      <div class="stack pin-page">
        <PageHead title="Who are you?" />
        <Use visit={visit} />
        <Own visit={visit} />
      </div>
    ),
  }),
  async submit(visit, fields) {
    const act = fields.get("act") ?? "";
    const operation = act === SET ? SET : USE;
    const [newPin, again] = [fields.get("newPin") ?? "", fields.get("again") ?? ""];
    const [pin, person] = [fields.get("pin") ?? "", fields.get("pinOf") ?? ""];
    for (const name of ["pin", "newPin", "again"]) fields.delete(name);
    try {
      return await done(visit, act, { newPin, again, pin, person, to: fields.get("to") });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { ok: false, refused: { operation, error, typed: fields } };
    }
  },
};

async function done(
  visit: DeskVisit,
  act: string,
  typed: {
    readonly newPin: string;
    readonly again: string;
    readonly pin: string;
    readonly person: string;
    readonly to: string | null;
  },
): Promise<Outcome> {
  const { desk, signedIn, brand } = visit;
  const { pins } = desk;
  const userId = signedIn.user.id;
  const say = (text: string, next: string | null = null): Outcome => ({
    ok: true,
    flash: { text, warnings: [] },
    next,
  });
  const back = backOf(typed.to, brand.slug);
  switch (act) {
    case "stop":
      pins.end(signedIn);
      return say(`${signedIn.user.name} is using this tablet again`, back);
    case "remove_pin":
      await pins.remove(userId, brand.slug);
      return say("Your PIN has been removed");
    case SET:
      if (!isFresh(signedIn, desk.clock())) throw refusal("INVALID_INPUT.pin_not_fresh", {});
      if (typed.newPin !== typed.again) {
        throw refusal("INVALID_INPUT.pin_unlike", { parameter: "again" });
      }
      await pins.set(userId, brand.slug, typed.newPin);
      return say("Your PIN is set. It works on every tablet of this restaurant.");
    default: {
      const person = await pins.lend(tabletOf(visit), typed.person, typed.pin);
      return say(`${person.name} is using this tablet, until two minutes pass without a tap`, back);
    }
  }
}

function Use({ visit }: PageProps) {
  const form = formState(visit, USE);
  const people = visit.desk.pins.holders(visit.brand.slug);
  const to = form.value("to", visit.url.searchParams.get("to"));
  const hidden = <input type="hidden" name="to" value={to} />;
  return (
    <section class="card stack" aria-labelledby="use-title">
      <h2 id="use-title">On this tablet</h2>
      <p>
        <bdi>{visit.signedIn.user.name}</bdi> is signed in here. Colleagues with a PIN can work
        under their own names on Tonight, Floor, Book, Waitlist, Messages and reservations. A
        colleague's turn ends after two minutes without a tap.
      </p>
      {visit.lentTo !== null && (
        <OperationForm visit={visit} operation="stop" action="/pin" formId="stop-pin" class="line">
          <p>
            <strong>
              <bdi>{visit.lentTo.name}</bdi>
            </strong>{" "}
            is using this tablet now.
          </p>
          <input type="hidden" name="act" value="stop" />
          {hidden}
          <Button look="next">Stop</Button>
        </OperationForm>
      )}
      {people.length === 0 ? (
        <p class="soft">Nobody has a PIN yet.</p>
      ) : (
        <OperationForm
          visit={visit}
          form={form}
          own={["pinOf", "pin"]}
          action="/pin"
          formId="use-pin"
          class="stack"
        >
          {hidden}
          <Choice
            form={form}
            name="pinOf"
            label="Name"
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Digits form={form} name="pin" label="PIN" />
          <Button>Continue</Button>
        </OperationForm>
      )}
    </section>
  );
}

function Own({ visit }: PageProps) {
  const form = formState(visit, SET);
  const { desk, signedIn, brand } = visit;
  const has = desk.pins.has(signedIn.user.id, brand.slug);
  return (
    <section class="card stack" aria-labelledby="own-title">
      <h2 id="own-title">Your PIN</h2>
      <p>
        <bdi>{signedIn.user.name}</bdi>, {has ? "you have a PIN here" : "you have no PIN here yet"}.
        With a PIN, you can work under your own name on a colleague's tablet. Managers can also
        override a limit with their PIN.
      </p>
      {isFresh(signedIn, visit.now) ? (
        <OperationForm
          visit={visit}
          form={form}
          own={["newPin", "again"]}
          action="/pin"
          formId="set-pin"
          class="stack"
        >
          <input type="hidden" name="act" value={SET} />
          <div class="grid-2">
            <Digits form={form} name="newPin" label="New PIN (4 to 12 digits)" />
            <Digits form={form} name="again" label="New PIN again" />
          </div>
          <Button look="quiet">{has ? "Change the PIN" : "Set the PIN"}</Button>
        </OperationForm>
      ) : (
        <p class="notice">
          To set a PIN, sign out and in again first. You must have signed in within the last 15
          minutes.
        </p>
      )}
      {has && (
        <OperationForm visit={visit} operation="remove_pin" action="/pin" formId="remove-pin">
          <input type="hidden" name="act" value="remove_pin" />
          <Button look="stop">Remove the PIN</Button>
        </OperationForm>
      )}
    </section>
  );
}

const Digits = ({
  form,
  name,
  label,
}: {
  readonly form: ReturnType<typeof formState>;
  readonly name: string;
  readonly label: string;
}) => (
  <Field
    form={form}
    name={name}
    label={label}
    type="password"
    inputmode="numeric"
    maxlength={12}
    required
  />
);
