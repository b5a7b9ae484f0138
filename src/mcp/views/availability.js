// The view of check_availability: shows the free times and books one of them.
(() => {
  const { el, show, say, title, count, field, fields } = window.elements;
  const { bridge } = window;
  /** The states of a time that can be booked. The text is shown after the time. */
  const FREE = { open: "", tight: "", review: ", as a request" };

  /** The arguments of the call whose answer is shown. */
  let asked = {};
  let answer = {};
  /** The idempotency key of the booking. With the same key, a repeated call does not book again. */
  let bookingKey = "";

  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");

  const party = (people) => `party of ${people}`;
  const button = (text, onclick, more = {}) =>
    el("button", { type: "button", onclick, ...more }, text);
  const buttonsOf = (...buttons) => el("div", { class: "buttons" }, ...buttons);

  /** A heading that gets the focus, so that screen readers and keyboards start at the new step. */
  const stepHeading = (text) => el("h2", { tabindex: "-1" }, text);
  const showStep = (heading, ...children) => {
    show(heading, ...children);
    heading.focus();
  };

  const withoutEmpty = (given) =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));

  /** Arguments of the shown call that stay the same for another day or party size. */
  const sameRestaurant = () => withoutEmpty({ brand: asked.brand ?? "", area: asked.area ?? "" });

  const startsOf = (starts, nameOf) =>
    buttonsOf(...starts.map((start) => button(nameOf(start), () => askWho(start))));

  function timesOf(slots) {
    // Sorts by time: if the call named a time, the answer lists that time first.
    const free = slots
      .filter(({ state }) => state in FREE)
      .toSorted((one, other) => one.timestamp - other.timestamp);
    const groups = Map.groupBy(free, ({ service }) => service ?? "");
    return [...groups].flatMap(([service, starts]) => [
      service === "" ? null : el("h2", {}, service),
      startsOf(starts, ({ time, state }) => `${time}${FREE[state]}`),
    ]);
  }

  function otherDay() {
    const date = field("Date", { name: "date", type: "date", required: "" });
    const size = field("People", { name: "people", type: "number", min: "1", required: "" });
    size.input.value = asked.numberOfPeople ?? "";
    const take = () => {
      const wish = { date: date.input.value, numberOfPeople: Number(size.input.value) };
      return look({ ...sameRestaurant(), ...wish });
    };
    return fields([date, size], take, "Show times");
  }

  function showTimes() {
    const { date, open, note, slots = [], nearest = [] } = answer;
    const free = slots.filter(({ state }) => state in FREE);
    title(date ?? "Free times");
    const closed = open === false ? `Closed${note ? `: ${note}` : ""}.` : "";
    const found =
      free.length === 0
        ? `Nothing is free for a ${party(asked.numberOfPeople)}.`
        : `${count(free.length, "free time")} for a ${party(asked.numberOfPeople)}.`;
    say(closed || found);
    show(
      ...timesOf(slots),
      nearest.length > 0 && free.length === 0 ? el("h2", {}, "Nearest free times") : null,
      nearest.length > 0 && free.length === 0
        ? startsOf(nearest, (start) => `${start.date}, ${start.time}`)
        : null,
      el("h2", {}, "Another day or size"),
      otherDay(),
    );
  }

  function showRefusal({ message, suggestions = [] }, back) {
    say(message, true);
    return [
      suggestions.length === 0
        ? null
        : startsOf(suggestions, (start) => `${start.date}, ${start.time}`),
      back === undefined ? null : buttonsOf(back),
    ];
  }

  async function look(wish) {
    say("Looking.");
    const { data, refusal } = await bridge.call("check_availability", wish);
    asked = wish;
    if (refusal === undefined) {
      answer = data;
      return showTimes();
    }
    show(...showRefusal(refusal), el("h2", {}, "Another day or size"), otherDay());
  }

  /** `given`: what the person typed before. */
  function askWho(start, given = {}) {
    const name = field("Name", { name: "name", required: "", maxlength: "120" });
    const phone = field("Phone (optional)", { name: "phone", type: "tel" });
    const notes = field("Notes (optional)", { name: "notes" }, "textarea");
    const typed = { name, phone, notes };
    for (const [key, { input }] of Object.entries(typed)) input.value = given[key] ?? "";
    const take = () => {
      const values = Object.entries(typed).map(([key, { input }]) => [key, input.value.trim()]);
      return check(start, Object.fromEntries(values));
    };
    say("");
    showStep(
      stepHeading(`${start.time}, ${start.date}, ${party(asked.numberOfPeople)}`),
      fields([name, phone, notes], take, "Check", button("Other times", showTimes)),
    );
  }

  const bookingOf = ({ date, time, timestamp, state }, who) => ({
    ...sameRestaurant(),
    ...withoutEmpty(who),
    numberOfPeople: asked.numberOfPeople,
    date,
    time,
    timestamp,
    ...(state === "review" ? { requestReview: true } : {}),
  });

  async function check(start, who) {
    say("Checking.");
    const booking = bookingOf(start, who);
    const { data, refusal } = await bridge.call("create_booking", { ...booking, dryRun: true });
    const change = button("Change", () => askWho(start, who));
    if (refusal !== undefined) {
      const heading = stepHeading("This cannot be booked");
      return showStep(heading, ...showRefusal(refusal, change));
    }
    bookingKey = newKey();
    const { reservation, warnings, notifications } = data;
    const isRequest = reservation.status === "pending";
    say("Nothing is booked yet.");
    showStep(
      stepHeading(isRequest ? "File this request?" : "Book this table?"),
      el("p", {}, `${reservation.name}, ${party(reservation.numberOfPeople)}`),
      el("p", {}, `${reservation.date}, ${reservation.time}`),
      ...warnings.map(({ message }) => el("p", { class: "refusal" }, message)),
      ...textsOf(notifications),
      buttonsOf(
        button(isRequest ? "File the request" : "Book", () => book(start, who, booking), {
          class: "main",
        }),
        change,
      ),
    );
  }

  const textsOf = (notifications) => {
    const sent = notifications.filter(({ state }) => state === "queued");
    if (sent.length === 0) return [el("p", { class: "soft" }, "No text goes to the guest.")];
    return sent.map(({ body }) => el("p", { class: "soft" }, `Text to the guest: ${body}`));
  };

  async function book(start, who, booking) {
    say("Booking.");
    for (const one of document.querySelectorAll("button")) one.disabled = true;
    const sent = { ...booking, idempotencyKey: bookingKey };
    const { data, refusal, text } = await bridge.call("create_booking", sent);
    if (refusal !== undefined) {
      const again = button("Change", () => askWho(start, who));
      return showStep(stepHeading("This was not booked"), ...showRefusal(refusal, again));
    }
    const { name, numberOfPeople, date, time, status } = data.reservation;
    say("");
    showStep(
      stepHeading(status === "pending" ? "The request is filed" : "Booked"),
      el("p", {}, `${name}, ${party(numberOfPeople)}`),
      el("p", {}, `${date}, ${time}`),
      ...data.warnings.map(({ message }) => el("p", { class: "refusal" }, message)),
    );
    bridge.tell(`Your user booked in the view. create_booking answered: ${text}`);
  }

  bridge.start({
    input: (args) => {
      asked = args;
    },
    result: ({ data, refusal }) => {
      if (refusal === undefined) {
        answer = data;
        return showTimes();
      }
      title("Free times");
      return show(...showRefusal(refusal), el("h2", {}, "Another day or size"), otherDay());
    },
  });
})();
