/** @jsxImportSource hono/jsx */
import type { Budgets } from "../../../domain/caller.ts";
import { displayDate, displayTime } from "../../../domain/time.ts";
import { apiKeys } from "../../../operations/access/api-keys.ts";
import type { ListedKey } from "../../../operations/access/key-shape.ts";
import { KEEP_HOURS } from "../../../operations/access/rotate-api-key.ts";
import { counted } from "../../../words/en/phrases.ts";
import { Badge } from "../components/badge.tsx";
import { Button, ButtonLink, OperationForm } from "../components/button.tsx";
import { RefusedAbove } from "../components/concerned.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Fact } from "../components/fact.tsx";
import { Choice } from "../components/field.tsx";
import { at, type DeskVisit, type PageProps, read } from "../desk-visit.ts";
import { formState } from "../form-state.ts";
import { Ask, agoHere, By, DidLink, Restaurants, Scopes, toolTitle } from "./parts.tsx";

export async function KeysSection({ visit }: PageProps) {
  const { keys } = await read(visit, apiKeys);
  const isOwner = visit.role === "owner";
  const working = keys.filter(({ state }) => state === "works");
  const ended = keys.filter(({ state }) => state !== "works");
  return (
    <>
      <RefusedAbove visit={visit} />
      {isOwner && working.length > 0 && (
        <p class="line">
          <ButtonLink href={at(visit, "/access/keys/new")} look="main">
            New key
          </ButtonLink>
        </p>
      )}
      {!isOwner && <p class="soft">Only owners can create, replace and revoke keys.</p>}
      {working.length === 0 && <NoKeys visit={visit} isOwner={isOwner} />}
      {working.length > 0 && (
        <ul class="cards">
          {working.map((key) => (
            <KeyCard visit={visit} row={key} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details class="fold" id="ended-keys">
          <summary>
            {counted(ended.length, "key that no longer works", "keys that no longer work")}
          </summary>
          <ul class="cards">
            {ended.map((key) => (
              <KeyCard visit={visit} row={key} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const NoKeys = ({ visit, isOwner }: PageProps<{ isOwner: boolean }>) => (
  <EmptyState title="No keys">
    <p>
      A key lets a program (a phone agent, a website, a script) act without signing in. A key can
      only do what you allow.
    </p>
    {isOwner && (
      <ButtonLink href={at(visit, "/access/keys/new")} look="main">
        Create the first key
      </ButtonLink>
    )}
  </EmptyState>
);

/** Identifies the key, but gives no access. For example "mtd_test_3kQ9xYzA". */
export const prefixOf = ({ desk }: DeskVisit, { publicId }: Pick<ListedKey, "publicId">): string =>
  `mtd_${desk.environment}_${publicId}`;

type CardProps = PageProps<{ row: ListedKey }>;

function KeyCard({ visit, row }: CardProps) {
  const { id, name, scopes, tools, createdAt, lastUsedAt, expiresAt, state, maker } = row;
  const { timeZone } = visit.brand.settings;
  return (
    <li class="card stack" id={`key-${id}`}>
      <div>
        <h2>
          <bdi>{name}</bdi> {state !== "works" && <Badge tone="stop">{state}</Badge>}
        </h2>
        <p class="soft small">
          <code>{prefixOf(visit, row)}…</code>
        </p>
      </div>
      <dl class="facts">
        <Restaurants names={row.brands} others={row.otherBrands} />
        <Scopes scopes={scopes} />
        {row.forGuests && <Fact name="Acts for">guests</Fact>}
        {tools !== null && <Fact name="Only these tools">{tools.map(toolTitle).join(", ")}</Fact>}
        <Limits budgets={row.budgets} />
        <Fact name="Expires">
          {expiresAt === null
            ? "never"
            : `${displayDate(expiresAt - 1, timeZone)}, ${displayTime(expiresAt - 1, timeZone)}`}
        </Fact>
        <Fact name="Created">
          {agoHere(createdAt, visit)}
          <By maker={maker} />
        </Fact>
        <Fact name="Last used">{lastUsedAt === null ? "never" : agoHere(lastUsedAt, visit)}</Fact>
        <Fact name="Changes">
          <DidLink visit={visit} principal={row.principal}>
            Activity
          </DidLink>
        </Fact>
      </dl>
      {(row.mayRotate || row.mayRevoke) && (
        <div class="asks">
          {row.mayRotate && <Replace visit={visit} row={row} />}
          {row.mayRevoke && <Revoke visit={visit} row={row} />}
        </div>
      )}
    </li>
  );
}

const LIMITS: Readonly<Record<keyof Budgets, (limit: number) => string>> = {
  writesPerMinute: (limit) => `${counted(limit, "change")} per minute`,
  smsPerDay: (limit) => `${counted(limit, "text")} per day`,
  largestParty: (limit) => `parties of up to ${limit}`,
  daysAhead: (limit) => `${counted(limit, "day")} ahead`,
};

function Limits({ budgets }: { readonly budgets: Budgets }) {
  const set = (Object.keys(LIMITS) as (keyof Budgets)[]).flatMap((name) => {
    const limit = budgets[name];
    return limit === null ? [] : [LIMITS[name](limit)];
  });
  return set.length === 0 ? null : <Fact name="Limits">{set.join(", ")}</Fact>;
}

const KEEP_WORDS: Readonly<Record<(typeof KEEP_HOURS)[number], string>> = {
  0: "Stops working now",
  1: "Works for one more hour",
  24: "Works for one more day",
  168: "Works for one more week",
};

function Replace({ visit, row: { id, name } }: CardProps) {
  const form = formState(visit, "rotate_api_key", id);
  return (
    <Ask id={`replace-${id}`} label="Replace" open={form.refused !== null}>
      <OperationForm visit={visit} form={form} class="stack settings-form" plain>
        <p>You get a new key with the same permissions. Use it in place of the old key.</p>
        <Choice
          form={form}
          name="keepHours"
          id={`keep-${id}`}
          label="The old key"
          value={24}
          options={KEEP_HOURS.map((hours) => ({ value: `${hours}`, label: KEEP_WORDS[hours] }))}
        />
        <Button aria-label={`Create the new key for ${name}`}>Create the new key</Button>
      </OperationForm>
    </Ask>
  );
}

const Revoke = ({ visit, row: { id, name } }: CardProps) => (
  <Ask id={`revoke-${id}`} label="Revoke" stop>
    <OperationForm visit={visit} operation="revoke_api_key" id={id} class="stack settings-form">
      <p>
        Programs that use <bdi>{name}</bdi> lose access immediately. This cannot be undone.
      </p>
      <Button look="stop">Revoke for good</Button>
    </OperationForm>
  </Ask>
);
