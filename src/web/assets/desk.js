// Live updates, countdowns, focus and keyboard shortcuts. The pages also work without this file.
(() => {
  const desk = () => document.getElementById("desk");
  const all = (selector) => [...document.querySelectorAll(selector)];

  // --- Live updates: when the server reports a change, the page is fetched again, and htmx changes
  // only the elements that differ.
  const LISTEN_AGAIN_MS = 5000;
  const LONGEST_MS = 60_000;
  const SIGNED_OUT = "You were signed out. Reload the page to sign in again.";
  let source = null;
  let silence = LISTEN_AGAIN_MS;
  let cutOff = null;
  let stale = false;
  let asked = false;
  let waiting = null;

  function listen() {
    const path = desk()?.dataset.events;
    if (!path || source || document.hidden) return;
    source = new EventSource(path);
    source.addEventListener("changed", refresh);
    source.addEventListener("ended", () => {
      source.close();
      tell(SIGNED_OUT);
    });
    source.addEventListener("open", () => {
      silence = LISTEN_AGAIN_MS;
      clearTimeout(cutOff);
      cutOff = null;
      if (stale) refresh();
    });
    // Browsers reconnect by themselves if the server does not answer, but not after an error from a
    // proxy or a status 204. In these two cases, listen again at growing intervals.
    source.addEventListener("error", ({ target }) => {
      // If there is no connection after 5 seconds, request the page to see whether the server answers.
      cutOff ??= setTimeout(() => {
        cutOff = null;
        refresh();
      }, LISTEN_AGAIN_MS);
      if (target !== source || target.readyState !== EventSource.CLOSED) return;
      source = null;
      setTimeout(listen, silence);
      silence = Math.min(silence * 2, LONGEST_MS);
    });
  }

  for (const network of ["offline", "online"]) addEventListener(network, refresh);

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

  // Drop a refresh that was requested before the latest action: its answer may lack what the action changed.
  let turn = 0;
  const isLive = (ctx) => ctx.request.headers["X-Live"] !== undefined;
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (isLive(ctx)) ctx.turn = turn;
    else turn += 1;
    if (!isLive(ctx) && !isForPart(ctx)) {
      document.getElementById("refused")?.removeAttribute("hx-morph-skip");
    }
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!isPage(ctx)) {
      event.preventDefault();
      noPage(ctx);
    } else if (isLive(ctx) && ctx.turn !== turn) {
      event.preventDefault();
      refresh();
    } else if (staysHere(ctx)) ctx.swap += " show:none";
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (!isLive(ctx)) turn += 1;
    // Status 204: the person was signed out.
    else if (ctx.response?.status === 204) tell(SIGNED_OUT);
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

  /**
   * The `action` of the form sent last, until the answer is shown. Not the form element itself, because
   * a refresh may replace it.
   */
  let sent = null;

  // A refresh keeps the text and the revision of a form that somebody types into. So the server can report
  // changes that were made in the meantime.
  document.addEventListener("input", ({ target }) => {
    const form = target.closest("form[method=post]");
    if (form && !form.matches("[data-passing]")) form.setAttribute("hx-morph-skip", "");
    if (form?.getAttribute("action") === sent) sent = null;
  });
  document.addEventListener(
    "submit",
    ({ target }) => {
      target.removeAttribute("hx-morph-skip");
      sent = target.getAttribute("action");
      for (const menu of all("details[data-closes][open]")) {
        const holds = menu.contains(document.activeElement);
        menu.open = false;
        if (holds) menu.querySelector("summary").focus();
      }
    },
    true,
  );

  // --- Keep the scroll position after a tap. htmx scrolls to the top, which is right for a new page.
  const isTap = ({ request, sourceElement }) =>
    request.method === "POST" || sourceElement?.matches?.("[data-row]");
  const isRefused = ({ response }) => response?.status >= 400;
  const staysHere = (ctx) =>
    isTap(ctx) && (isRefused(ctx) || new URL(ctx.response.raw.url).pathname === location.pathname);

  // --- If the element with the focus is gone, another element of the same row or form gets the focus,
  // or else the next row.
  const CONTROLS = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  /** Ids of the elements around the focus, the nearest first. */
  let held = [];
  let outside = null;
  /** Visible forms that somebody types into. */
  let written = [];
  const folded = (one) => one.closest("details:not([open])");
  const controlsOf = (id) =>
    [...(document.getElementById(id)?.querySelectorAll(CONTROLS) ?? [])].filter((one) =>
      one.checkVisibility(),
    );
  document.addEventListener("focusin", ({ target }) => {
    if (!target.closest(".toast")) outside = target;
  });
  document.addEventListener("htmx:before:swap", () => {
    written = all("form[method=post][hx-morph-skip]").filter((form) => form.checkVisibility());
    held = [];
    const { activeElement } = document;
    const from = activeElement.closest(".toast") ? (outside ?? activeElement) : activeElement;
    for (let one = from; one; one = one.parentElement) {
      if (one.matches("main, #desk, body")) break;
      if (one.id) held.push(one.id);
      if (one.matches("li") && one.nextElementSibling?.id) held.push(one.nextElementSibling.id);
    }
  });
  document.addEventListener("htmx:after:swap", () => {
    // Keep a row visible while somebody types in it, even if a colleague's change folded it away.
    for (const form of written) {
      for (let fold = folded(form); fold && !form.checkVisibility(); fold = folded(form)) {
        fold.open = true;
      }
    }
    if (document.activeElement === document.body) stayIn(held);
  });
  function stayIn(ids) {
    const id = ids.find((one) => controlsOf(one).length > 0);
    if (id !== undefined) controlsOf(id)[0].focus({ preventScroll: true });
  }

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

  // --- An answer that is not a page of ours (a proxy's error, for example) must not replace the page.
  const isPage = ({ text, hx, response }) =>
    text.includes('id="desk"') || hx.redirect !== undefined || response.status === 204;

  /** True for the request of a preview or a look-up while somebody types. The next letter repeats it. */
  const isForPart = ({ request }) => /#(?!desk$)/.test(request.headers["HX-Target"] ?? "");

  function noPage(ctx) {
    if (isForPart(ctx)) return;
    const { status } = ctx.response;
    const isForm = ctx.request.method === "POST";
    if (!isLive(ctx) && !isForm && status < 500) return location.assign(ctx.request.action);
    unsent(
      ctx,
      status < 500 ? "The request was not accepted" : "The server does not answer",
      ` (${status})`,
    );
  }

  /** Keeps what was typed, so that it can be sent again. */
  function unsent(ctx, what, why = "") {
    if (isLive(ctx)) {
      stale = true;
      return tell(`${what}${why}: this page may be out of date.`);
    }
    const form = ctx.sourceElement?.closest?.("form[method=post]");
    if (form && !form.matches("[data-passing]")) form.setAttribute("hx-morph-skip", "");
    sent = null;
    tell(`${what}${why}: try again. Nothing is done twice.`);
  }

  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx && !isForPart(ctx)) unsent(ctx, "No connection");
  });
  document.addEventListener("htmx:after:swap", () => {
    stale = false;
    document.querySelector(".news")?.remove();
    // After sending, a form shows what the server rendered: empty fields, or the typed text.
    for (const form of all("form[method=post]:not([hx-morph-skip])")) {
      if (form.getAttribute("action") === sent) form.reset();
    }
    sent = null;
    tick();
  });

  // --- A refusal and the typed text stay until the person sends something else. Otherwise, the next
  // automatic refresh would remove them.
  const ALERT = "[role=alert]:not(:empty)";
  let kept = [];
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    const alerts = isLive(ctx) ? all("[data-stays]") : [];
    kept = alerts.flatMap((alert) => {
      const { parentElement: parent } = alert;
      const copy = alert.cloneNode(true);
      // Without the role, screen readers do not read the alert again.
      copy.removeAttribute("role");
      const at = [...parent.children].indexOf(alert);
      return alert.closest("[hx-morph-skip]") ? [] : [{ copy, parent, at }];
    });
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    for (const { copy, parent, at } of kept) {
      if (copy.id) document.getElementById(copy.id)?.remove();
      const place = parent.isConnected ? parent : document.querySelector("main");
      place.insertBefore(copy, place.children[at] ?? null);
      htmx.process(copy);
    }
    kept = [];
    if (isTap(ctx) && isRefused(ctx)) {
      showRefusal(new URL(ctx.request.action, location.href).pathname);
    }
  });

  function showRefusal(action) {
    for (const alert of all(`#desk ${ALERT}`)) alert.setAttribute("data-stays", "");
    document.querySelector("#refused:not(:empty)")?.setAttribute("hx-morph-skip", "");
    const forms = all("form[method=post]:not([data-passing])").filter(
      (form) => form.getAttribute("action") === action,
    );
    for (const form of forms) {
      const isIt = forms.length === 1 || form.querySelector(`${ALERT}, [aria-invalid=true]`);
      if (isIt) form.setAttribute("hx-morph-skip", "");
    }
    const why = document.querySelector(`main :is(${ALERT}, [aria-invalid=true])`);
    const { top = 0, bottom = 0 } = why?.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > innerHeight) why.scrollIntoView({ block: "center" });
  }

  // Don't add the same address to the history again, or an address under /do/, which shows no page.
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
  // Refresh once a minute, because some things change with time alone, such as which guests are late.
  setInterval(() => !document.hidden && refresh(), 60_000);

  // --- Remember toasts that somebody has dismissed: the server may send them again.
  const MOST_READ = 20;
  const read = () => (sessionStorage.getItem("read") ?? "").split(" ");
  document.addEventListener("click", ({ target }) => {
    const close = target.closest?.(".toast .close");
    if (close) {
      const toast = close.closest(".toast");
      sessionStorage.setItem("read", [toast.dataset.id, ...read()].slice(0, MOST_READ).join(" "));
      toast.remove();
      if (outside?.checkVisibility()) outside.focus({ preventScroll: true });
    }
    // A click on a link in a menu must close the menu too, or it stays open on the next page.
    for (const menu of all("details.menu[open]")) {
      if (!menu.contains(target) || target.closest("a")) menu.open = false;
    }
  });
  const hideRead = () => {
    const toast = document.querySelector(".toast[data-id]");
    if (toast && read().includes(toast.dataset.id)) toast.remove();
  };
  document.addEventListener("htmx:after:swap", hideRead);

  document.addEventListener("keydown", (event) => {
    // Ignore keys typed into an input method, as for Chinese. Safari marks the last of these keys only
    // by the code 229.
    if (event.isComposing || event.keyCode === 229) return;
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (key === "Escape") {
      for (const menu of all("details.menu[open]")) {
        menu.open = false;
        menu.querySelector("summary")?.focus();
      }
      return;
    }
    const leaves = key === "ArrowDown" && target.matches("[type=search]");
    if (altKey || ctrlKey || metaKey) return;
    if (!leaves && target.matches("input, textarea, select")) return;
    const pressed = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (pressed) {
      event.preventDefault();
      pressed.focus();
      if (pressed.matches("a, summary")) pressed.click();
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
