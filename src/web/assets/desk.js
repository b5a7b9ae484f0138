// What plain pages cannot do: hear that something changed, count down, keys. Everything else works
// without it.
(() => {
  const desk = () => document.getElementById("desk");
  const all = (selector) => [...document.querySelectorAll(selector)];

  // --- Live: the server says that something changed; the page is asked for again and morphed.
  let source = null;
  let asked = false;
  let waiting = null;

  function listen() {
    const path = desk()?.dataset.events;
    if (!path || source || document.hidden) return;
    source = new EventSource(path);
    source.addEventListener("changed", refresh);
    source.addEventListener("ended", () => {
      source.close();
      tell("You were signed out. Reload the page to sign in again.");
    });
  }

  function refresh() {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      if (asked) return refresh();
      asked = true;
      try {
        await htmx.ajax("GET", location.pathname + location.search, {
          target: "#desk",
          select: "#desk",
          swap: "outerMorph",
          headers: { "X-Live": "1" },
        });
      } finally {
        asked = false;
      }
    }, 60);
  }

  // What was asked for before somebody did something shows how it was before: it is thrown away.
  let turn = 0;
  const isLive = (ctx) => ctx.request.headers["X-Live"] !== undefined;
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (isLive(ctx)) ctx.turn = turn;
    else turn += 1;
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!isLive(ctx) || ctx.turn === turn) return;
    event.preventDefault();
    refresh();
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (!isLive(ctx)) turn += 1;
  });

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else {
      listen();
      refresh();
    }
  });

  /** Where the last form was sent, until its answer is shown: the form itself may be a new one. */
  let sent = null;

  // A form that somebody types into is theirs: it keeps its words and the revision they were
  // written on, so that the server can tell them what happened meanwhile.
  document.addEventListener("input", ({ target }) => {
    const form = target.closest("form[method=post]");
    if (form && !form.matches("[data-passing]")) form.setAttribute("hx-morph-skip", "");
  });
  document.addEventListener(
    "submit",
    ({ target }) => {
      target.removeAttribute("hx-morph-skip");
      sent = target.getAttribute("action");
      for (const menu of all("details[data-closes][open]")) menu.open = false;
    },
    true,
  );

  function tell(text) {
    let news = document.querySelector(".news");
    if (!news) {
      news = document.createElement("p");
      news.className = "news";
      news.setAttribute("role", "status");
      document.body.append(news);
    }
    news.textContent = text;
  }

  document.addEventListener("htmx:error", () =>
    tell("No connection. Nothing was sent: try again."),
  );
  document.addEventListener("htmx:after:swap", () => {
    document.querySelector(".news")?.remove();
    // What a form shows after it was sent is the server's word: fresh, or as it was typed.
    for (const form of all("form[method=post]:not([hx-morph-skip])")) {
      if (form.getAttribute("action") === sent) form.reset();
    }
    sent = null;
    tick();
  });
  // The same address once more is no step in the history.
  document.addEventListener("htmx:before:history:update", (event) => {
    const { path } = event.detail.history;
    if (path === location.pathname + location.search || path.includes("/do/")) {
      event.preventDefault();
    }
  });

  // --- Countdowns, by the server's clock.
  let ahead = null;
  function tick() {
    const now = Number(desk()?.dataset.now);
    if (!now) return;
    if (ahead === null || ahead.page !== now) ahead = { page: now, by: now - Date.now() };
    const present = Date.now() + ahead.by;
    for (const one of all("[data-until]")) {
      const left = Math.max(0, Math.round((Number(one.dataset.until) - present) / 1000));
      const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (one.textContent !== text) one.textContent = text;
    }
    const toast = document.querySelector(".toast[data-ends]");
    if (toast && Number(toast.dataset.ends) <= present) toast.remove();
  }
  setInterval(tick, 1000);
  // What the clock alone changes (late, now, what may be done) is asked for once a minute.
  setInterval(() => !document.hidden && refresh(), 60_000);

  // --- Toasts that somebody has read.
  document.addEventListener("click", ({ target }) => {
    const close = target.closest?.(".toast .close");
    if (close) {
      const toast = close.closest(".toast");
      sessionStorage.setItem("read", toast.dataset.id ?? "");
      toast.remove();
    }
    for (const menu of all("details.menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  });
  const hideRead = () => {
    const toast = document.querySelector(".toast[data-id]");
    if (toast && toast.dataset.id === sessionStorage.getItem("read")) toast.remove();
  };
  document.addEventListener("htmx:after:swap", hideRead);

  // --- Keys.
  document.addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (key === "Escape") {
      for (const menu of all("details.menu[open]")) {
        menu.open = false;
        menu.querySelector("summary")?.focus();
      }
      return;
    }
    if (altKey || ctrlKey || metaKey || target.matches("input, textarea, select")) return;
    const pressed = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (pressed) {
      event.preventDefault();
      if (pressed.matches("input")) pressed.focus();
      else pressed.click();
      return;
    }
    if (key !== "ArrowDown" && key !== "ArrowUp") return;
    const rows = all("[data-row]").filter((row) => row.checkVisibility());
    if (rows.length === 0) return;
    const here = target.closest("li")?.querySelector("[data-row]") ?? null;
    const index = rows.indexOf(here);
    if (index < 0 && !target.matches("body, main, .tonight *")) return;
    event.preventDefault();
    const next = index < 0 ? 0 : index + (key === "ArrowDown" ? 1 : -1);
    rows[Math.min(rows.length - 1, Math.max(0, next))].focus();
  });

  listen();
  hideRead();
  tick();
})();
