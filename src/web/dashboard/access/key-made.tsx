/** @jsxImportSource hono/jsx */
import { refusal } from "../../../domain/errors.ts";
import { apiKeys } from "../../../operations/access/api-keys.ts";
import { ButtonLink } from "../components/button.tsx";
import { at, type PageProps, read } from "../desk-visit.ts";
import { SNIPPETS } from "./client-snippets.ts";
import { prefixOf } from "./keys-section.tsx";
import { Copied, secretOf } from "./parts.tsx";

export async function KeyMade({ visit }: PageProps) {
  const { keys } = await read(visit, apiKeys);
  const row = keys.find(({ id }) => id === visit.params["id"]);
  if (row === undefined) throw refusal("NOT_FOUND.key", { say: { id: "" } });
  const key = secretOf(visit);
  const back = at(visit, "/access/keys");
  if (key === null) {
    return (
      <section id="shown-once" class="card stack">
        <h2>
          The key <bdi>{row.name}</bdi> was already shown
        </h2>
        <p>
          Only a fingerprint of <code>{prefixOf(visit, row)}…</code> is stored, so nobody can read
          the key here.{row.mayRotate && " If the key is lost, replace it to get a new one."}
        </p>
        <ButtonLink href={back}>To the keys</ButtonLink>
      </section>
    );
  }
  return (
    <section id="shown-once" class="stack" hx-morph-skip="">
      <div class="card stack">
        <h2>
          Your new key: <bdi>{row.name}</bdi>
        </h2>
        <p class="notice">The key is shown only now. Keep it as safe as a password.</p>
        <Copied id="new-key" label="API key" text={key} />
        <div class="line">
          <ButtonLink href={back} look="main">
            I have saved it
          </ButtonLink>
        </div>
      </div>
      <div class="card snippets">
        <h2>Ready to paste</h2>
        <p class="soft small">Each of these contains the key.</p>
        {SNIPPETS.map(({ client, where, text }, index) => (
          <details name="client" class="fold" open={index === 0}>
            <summary>{client}</summary>
            <p class="soft small">{where}:</p>
            <Copied
              id={`for-${index}`}
              label={`For ${client}`}
              text={text(`${visit.desk.origin}/mcp`, key)}
              lines
            />
          </details>
        ))}
      </div>
    </section>
  );
}
