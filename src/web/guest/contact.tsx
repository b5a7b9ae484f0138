/** @jsxImportSource hono/jsx */
import type { Contact } from "../../domain/settings.ts";
import type { GuestView } from "../../operations/guest/guest-view.ts";
import { guestWords } from "../../words/guest.ts";
import { dialled } from "../../words/guest-texts.ts";

export function ContactLines({ contact: { phone, address, website, line } }: { contact: Contact }) {
  const lines = [
    line,
    phone && <Phone phone={phone} />,
    address,
    website && (
      <a href={website} rel="noopener">
        {website.replace(/^https:\/\/|\/$/g, "")}
      </a>
    ),
  ].filter((one) => one !== undefined);
  if (lines.length === 0) return null;
  return (
    <footer>
      {lines.map((one) => (
        <p>{one}</p>
      ))}
    </footer>
  );
}

/** A sentence in which {phone} becomes a link. */
export function Said({ text, view }: { readonly text: string; readonly view: GuestView }) {
  const [before, ...after] = text.split("{phone}");
  const { phone } = view.contact;
  if (after.length === 0 || phone === undefined) return <>{before + after.join("")}</>;
  return (
    <>
      {before + guestWords(view.language).texts.atPhone}
      <Phone phone={phone} />
      {after}
    </>
  );
}

const Phone = ({ phone }: { readonly phone: string }) => (
  <a class="phone" href={`tel:${phone}`}>
    {dialled(phone)}
  </a>
);
