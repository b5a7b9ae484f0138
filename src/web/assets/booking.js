// Makes booking faster. Without scripts, the pages have buttons for the same steps.
(() => {
  // --- Send search forms as soon as a choice changes.
  document.addEventListener("change", ({ target }) => {
    const form = target.closest("form[data-auto]");
    if (!form || target.id === "party-more") return;
    if (target.name === "more") document.getElementById("party-more").checked = true;
    // Do not send a date that is still being typed.
    if (form.checkValidity()) form.requestSubmit();
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "party-more") document.querySelector(".chips .more")?.select();
  });

  // --- Keep the chosen time and the open tab of the notes when the page refreshes itself.
  const held = new Map();
  document.addEventListener("change", ({ target }) => {
    if (target.matches("input[type=radio][data-holds]")) held.set(target.name, target.id);
    if (target.name === "timestamp") say(target.dataset.says);
    if (target.name === "time" && target.value) {
      const chosen = document.querySelector("input[name=timestamp]:checked");
      if (chosen) chosen.checked = false;
      held.delete("timestamp");
      say(asShown(target.value));
    }
  });
  /** Turns "22:15" into "10:15 PM". */
  const asShown = (time) => {
    const [hour, minute] = time.split(":");
    return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
  };
  let sent = null;
  let isAnswer = false;
  document.addEventListener("submit", ({ target }) => {
    isAnswer = true;
    sent = target.method === "post" ? (target.getAttribute("id") ?? "") : null;
  });
  // After a refusal, scroll to its reason. After success, empty the form.
  document.addEventListener("htmx:after:swap", () => {
    if (isAnswer) held.clear();
    isAnswer = false;
    if (sent === null) return;
    const refused = document.querySelector(".reasons:not(:empty), .field.wrong, .problem");
    if (refused) setTimeout(() => refused.scrollIntoView({ block: "center" }), 50);
    else if (sent === "booking") document.getElementById(sent)?.reset();
    sent = null;
  });
  // The request is over. If it failed, there was no swap, so the next swap answers another request.
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.request.headers["X-Live"] !== undefined) return;
    isAnswer = false;
    sent = null;
  });
  document.addEventListener("htmx:after:swap", () => {
    // A form in which somebody is typing is not swapped. Its line that shows the party size and the day
    // is updated here.
    const people = document.querySelector("[data-people]");
    const carried = document.getElementById("carried");
    if (people && carried) people.textContent = carried.dataset.says;
    for (const id of held.values()) {
      const input = document.getElementById(id);
      if (!input || input.checked) continue;
      input.checked = true;
      if (input.name === "timestamp") say(input.dataset.says);
    }
  });

  function say(time) {
    const chosen = document.querySelector("[data-chosen]");
    if (chosen) chosen.textContent = time;
  }

  // --- A click on a known guest fills in the form. The guest's notes are added to the notes in the form.
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-take]");
    if (!button) return;
    event.preventDefault();
    for (const [name, value] of Object.entries(JSON.parse(button.dataset.take))) {
      const input = document.getElementById("booking").elements[name];
      const isNote = input.matches("textarea");
      if (isNote) input.closest("details").open = true;
      if (isNote ? input.value.includes(value) : value === "") continue;
      input.value = isNote && input.value.trim() ? `${input.value.trim()}\n${value}` : value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  // --- Format a phone number while somebody types it, in the usual way of its country.
  document.addEventListener("input", ({ target }) => {
    const pattern = target.closest?.("[data-phone]")?.dataset.phone;
    if (!pattern || target.name !== "phone") return;
    const { value, selectionStart } = target;
    if (selectionStart !== value.length || !/^[\d\s().-]*$/.test(value)) return;
    const digits = value.replace(/\D/g, "");
    const most = pattern.replace(/[^#]/g, "").length;
    if (digits.length > most || digits.length < 3) return;
    let next = 0;
    let text = "";
    for (const sign of pattern) {
      if (next >= digits.length) break;
      text += sign === "#" ? digits[next++] : sign;
    }
    if (text.length >= value.length) target.value = text;
  });
})();
