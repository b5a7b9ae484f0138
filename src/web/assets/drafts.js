// Restores typed but unsent text when somebody leaves a page and goes back. A browser does this by itself
// for pages that it loads, but not for pages that htmx puts in.
(() => {
  const MOST = 20;
  const drafts = new Map();
  const nameOf = (form, path) => `${path} ${form.id}`;
  const here = () => location.pathname + location.search;
  const inputsOf = (form) =>
    [...form.elements].filter(({ name, type }) => name && type !== "hidden" && type !== "submit");

  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (!form?.id || form.method !== "post") return;
    const typed = inputsOf(form).map((one) => [one.name, one.value, one.checked]);
    drafts.delete(nameOf(form, here()));
    drafts.set(nameOf(form, here()), typed);
    for (const oldest of drafts.keys()) if (drafts.size > MOST) drafts.delete(oldest);
  });
  document.addEventListener("submit", ({ target }) => drafts.delete(nameOf(target, here())), true);

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx?.request?.headers?.["HX-History-Restore-Request"] === undefined) return;
    for (const form of document.querySelectorAll("form[method=post][id]")) {
      const typed = drafts.get(nameOf(form, here()));
      if (typed !== undefined) fill(form, typed);
    }
  });

  function fill(form, typed) {
    const inputs = inputsOf(form);
    for (const [name, value, checked] of typed) {
      const choice = (one) => one.type === "radio" || one.type === "checkbox";
      const same = (one) => one.name === name && (!choice(one) || one.value === value);
      const input = inputs.find(same);
      if (!input) continue;
      if (choice(input)) input.checked = checked;
      else input.value = value;
      if (value !== "") input.closest("details")?.setAttribute("open", "");
    }
    // A refresh of the page must not change the restored form.
    form.setAttribute("hx-morph-skip", "");
  }
})();
