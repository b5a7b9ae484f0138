// Goal: every link in a text opens the record that the text is about, even in a brand's own
// template.
import { expect, test } from "bun:test";
import { ADA, BISTRO, FRIDAY, openHouse, PLAIN } from "../house.ts";

const WAITS = "+12127365001";

test("each link in a brand's own template opens its offer or its reservation", async () => {
  const offer = "{day} {time} until {until}. Take it: {link} Pass: {link}";
  const confirmation = "{day} {time}. See it: {link} Change it: {link}";
  using house = openHouse({ ...PLAIN, seats: 4, templates: { offer, confirmation } });
  const { messages, guestLinks } = house.stores;
  guestLinks.reachedAt("https://b.example");
  const id = await house.book({ phone: ADA });
  const wish = { name: "Wanda", numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
  await house.ok("add_to_waitlist", { ...wish, phone: WAITS });
  await house.ok("cancel_booking", { id });
  for (const phone of [ADA, WAITS]) {
    const [text] = messages.list({ brand: BISTRO, phone });
    if (text === undefined) throw new Error("There is no text");
    const kind = phone === ADA ? "reservation" : "offer";
    const tokens = [...guestLinks.complete(text).matchAll(/b\.example\/[or]\/([\w-]{27})/g)];
    expect(tokens).toHaveLength(2);
    for (const [, token] of tokens) expect(guestLinks.find(kind, token ?? "")).not.toBeNull();
  }
});
