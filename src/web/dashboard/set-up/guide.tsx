/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { endGuide } from "../../../operations/desk/end-guide.ts";
import { isLoopback } from "../../host-check.ts";
import { Button, OperationForm } from "../components/button.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { at, type PageProps } from "../desk-visit.ts";

export function Guide({ visit }: PageProps) {
  const { desk, brand, ownRole } = visit;
  if (ownRole !== "owner" || !desk.stores.brands.isGuided(brand.slug)) return null;
  const { origin } = desk;
  const isHere = isLoopback(new URL(origin).hostname);
  return (
    <section class="card guide" aria-labelledby="guide-title">
      <div class="guide-head">
        <h2 id="guide-title">
          Next steps for <bdi>{brand.name}</bdi>
        </h2>
        <OperationForm visit={visit} operation={endGuide.name} back={at(visit)}>
          <Button look="quiet">Hide</Button>
        </OperationForm>
      </div>
      <div class="guide-body">
        <div class="stack">
          <Steps visit={visit} />
          <div>
            <h3>For assistants and programs</h3>
            <p class="soft small">
              Claude, ChatGPT and others ask for the address of an MCP server. Give them this
              address; they then send you here to sign in.
            </p>
            <code class="address">{`${origin}/mcp`}</code>
            {isHere && (
              <p class="soft small">
                Only programs on this machine can reach this address. Assistants on the web need a
                public address. Ask the person who runs this server to set <code>origin</code>.
              </p>
            )}
            <p class="small">
              <a href={at(visit, "/access")}>Create a key</a> for a program without a browser.
            </p>
          </div>
        </div>
        <figure>
          <QrCode text={`${origin}/`} label={`QR code of ${origin}/`} />
          <figcaption class="soft small">
            Opens this desk on your phone
            {isHere ? " once the server can be reached from other machines." : "."}
          </figcaption>
        </figure>
      </div>
    </section>
  );
}

const Steps = ({ visit }: PageProps) => (
  <ol class="steps">
    <Step title="Book a table" href={at(visit, "/book")}>
      To try it, book a table for yourself.
    </Step>
    <Step title="Look at the settings" href={at(visit, "/settings/limits")}>
      Change services, days off and the rules for large parties.
    </Step>
    <Step title="Set up the tables" href={at(visit, "/settings/tables")}>
      Enter how many tables you have. This takes two minutes.
    </Step>
    <Step
      title="Tell guests how to reach you"
      href={`${at(visit, "/settings/restaurant")}#contact-title`}
    >
      Optional: a phone, address and website for guests' pages. Some texts also show the phone.
    </Step>
    <Step title="Send texts" href={at(visit, "/settings/texts")}>
      {visit.desk.sms.provider === "log"
        ? "Until a gateway is set up, no text reaches a guest. Texts are only shown under Messages."
        : "Send a test text to your phone."}
    </Step>
    <Step title="Invite people" href={at(visit, "/access")}>
      Hosts and managers get their own accounts.
    </Step>
  </ol>
);

const Step = ({
  title,
  href,
  children,
}: Readonly<{ title: string; href: string; children: Child }>) => (
  <li>
    <a href={href}>{title}</a>
    <span class="soft small">{children}</span>
  </li>
);
