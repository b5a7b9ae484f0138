// Moves a party on the floor: drag it onto a table, or tap both. Arrow keys go from table to table.
// Without scripts, the party's panel and the form "Move a party" do the same.
(() => {
  /** In pixels. A shorter movement is a click. */
  const FAR = 8;
  let held = null;

  const tableUnder = ({ clientX, clientY }) =>
    document.elementFromPoint(clientX, clientY)?.closest("[data-table]") ?? null;

  const letGo = () => {
    held?.ghost?.remove();
    for (const one of document.querySelectorAll(".drop-here")) one.classList.remove("drop-here");
    held = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const party = event.target.closest?.("[data-party]");
    const isTouch = event.pointerType === "touch";
    const about = party && choiceOf(party.dataset.party);
    if (!about || isTouch || event.button !== 0) return;
    const name = party.ariaLabel ?? party.textContent.trim();
    held = { about, name, x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", (event) => {
    if (held === null) return;
    const { clientX: x, clientY: y } = event;
    if (!held.ghost) {
      if (Math.hypot(x - held.x, y - held.y) < FAR) return;
      held.ghost = document.createElement("div");
      held.ghost.className = "drag-ghost";
      held.ghost.textContent = held.name;
      document.body.append(held.ghost);
    }
    held.ghost.style.transform = `translate(${x + 12}px, ${y + 12}px)`;
    const over = tableUnder(event);
    for (const one of document.querySelectorAll(".drop-here")) {
      if (one !== over) one.classList.remove("drop-here");
    }
    over?.classList.add("drop-here");
  });

  document.addEventListener("pointerup", (event) => {
    if (!held?.ghost) return letGo();
    const { about } = held;
    const table = tableUnder(event);
    letGo();
    // The click that may follow a drag must not open anything.
    const still = (click) => click.preventDefault();
    addEventListener("click", still, { capture: true });
    setTimeout(() => removeEventListener("click", still, { capture: true }), 0);
    if (table !== null) move(about, table.dataset.name);
  });
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && letGo());
  // Parties are links: keep the browser from dragging the address of the link.
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("[data-party]")) event.preventDefault();
  });

  /** The party's option in the form, "ID REVISION". Undefined if the party cannot be moved. */
  function choiceOf(party) {
    const form = document.getElementById("move-by-name");
    const all = form === null ? [] : [...form.elements.about.options];
    return all.find(({ value }) => value.startsWith(`${party} `))?.value;
  }

  /**
   * Sends the page's form with the revision that the host saw when the drag began. If the party
   * changed since, the move is refused.
   */
  function move(about, table) {
    const form = document.getElementById("move-by-name");
    const who = form.elements.about;
    if (![...who.options].some(({ value }) => value === about)) who.add(new Option("", about));
    who.value = about;
    form.elements.tables.value = table;
    form.requestSubmit();
  }

  // A tap on a party opens its panel. While the panel is open, a tap on a table moves the party there
  // if the panel has a form for that table.
  document.addEventListener(
    "click",
    (event) => {
      // In the timeline, a tap on another party opens the panel of that party.
      if (event.target.closest?.("[data-party]")) return;
      const table = event.target.closest?.("#desk [data-table]");
      const form = table && document.getElementById(`move-${table.dataset.table}`);
      if (!form || !document.getElementById("party")) return;
      event.preventDefault();
      event.stopPropagation();
      form.requestSubmit();
    },
    { capture: true },
  );

  // Scroll the timeline to now when it opens, but not when it is refreshed.
  let opened = null;
  const showNow = () => {
    const timeline = document.querySelector("[data-now-x]");
    if (timeline && timeline !== opened) {
      const now = Number(timeline.dataset.nowX);
      const wide = timeline.clientWidth - timeline.firstElementChild.clientWidth;
      if (now > (wide * 2) / 3) timeline.scrollLeft = now - wide / 2;
    }
    opened = timeline;
  };
  document.addEventListener("htmx:after:swap", showNow);
  showNow();

  // Focus a panel when it opens, so that screen readers say what it is about. When it closes, focus
  // the table or the party again.
  const aboutNow = () => document.querySelector("#table, #party")?.dataset.about;
  let about = aboutNow();
  document.addEventListener("htmx:after:swap", () => {
    const before = about;
    about = aboutNow();
    if (about === before) return;
    const isLost = document.activeElement === document.body;
    const from = `a[data-table="${before}"], .floor-parties [data-party="${before}"] a`;
    const to = about ? "#table, #party" : isLost && from;
    if (to) document.querySelector(to)?.focus({ preventScroll: true });
  });

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const here = event.target.closest?.("a[data-table], #party");
    if (!way || !here || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = here.id === "party" ? document.querySelector(".fits > a") : nextTo(here, way);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  /** The nearest table in a direction. Distance to the side counts double. */
  function nextTo(here, [right, down]) {
    const from = here.getBoundingClientRect();
    let [best, least] = [null, Number.POSITIVE_INFINITY];
    for (const table of document.querySelectorAll("a[data-table]")) {
      const { x, y, width, height } = table.getBoundingClientRect();
      const across = x + width / 2 - from.x - from.width / 2;
      const below = y + height / 2 - from.y - from.height / 2;
      const along = across * right + below * down;
      const far = along + 2 * Math.abs(across * down + below * right);
      if (along >= 1 && far < least) [best, least] = [table, far];
    }
    return best;
  }
})();
