// The answer of check_availability: free times to choose from, and booking one of them.
(() => {
  const { el, show, say, title, count, field, fields } = window.elements;
  const { bridge } = window;
  /** States of a time that can be booked, with what is said beside the time. */
  const FREE = { open: "", tight: "", review: ", as a request" };

  /** The arguments of the call whose answer is shown. */
  let asked = {};
  let answer = {};
  /** One key for each booking: sending it again books nothing more. */
  let bookingKey = "";

  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");

  const party = (people) => `party of ${people}`;
  const button = (text, onclick, more = {}) =>
    el("button", { type: "button", onclick, ...more }, text);
  const buttonsOf = (...buttons) => el("div", { class: "buttons" }, ...buttons);

  /** A heading that takes the focus, so that a keyboard and a screen reader arrive there too. */
  const stepHeading = (text) => el("h2", { tabindex: "-1" }, text);
  const showStep = (heading, ...children) => {
    show(heading, ...children);
    heading.focus();
  };

  const withoutEmpty = (given) =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));

  /** What of the shown call is asked again with another day or size. */
  const sameRestaurant = () => withoutEmpty({ brand: asked.brand ?? "", area: asked.area ?? "" });

  const startsOf = (starts, nameOf) =>
    buttonsOf(...starts.map((start) => button(nameOf(start), () => askWho(start))));

  function timesOf(slots) {
    // With a wished time the answer has that first; on a row of buttons people look for the order.
    const free = slots
      .filter(({ state }) => state in FREE)
      .toSorted((one, other) => one.timestamp - other.timestamp);
    const groups = Map.groupBy(free, ({ service }) => service ?? "");
    return [...groups].flatMap(([service, starts]) => [
      service === "" ? null : el("h2", {}, service),
      startsOf(starts, ({ time, state }) => `${time}${FREE[state]}`),
    ]);
  }

  /** Another day or size: the same question again. */
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

  /** A refusal with the times that would do. */
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

  /** Who comes: the form of a chosen time. `given`: what was typed already. */
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

  /** Asks what booking would do, and changes nothing. */
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
