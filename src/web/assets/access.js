// Buttons that copy a text, and forms that a click elsewhere closes. Without scripts, people copy by hand:
// a click on the text selects all of it.
(() => {
  document.addEventListener("click", ({ target }) => {
    for (const ask of document.querySelectorAll(".people .ask[open], .asks .ask[open]")) {
      if (!ask.contains(target)) ask.open = false;
    }
  });

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("[data-copies]");
    if (button) void copy(button);
  });

  async function copy(button) {
    const source = document.getElementById(button.dataset.copies);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      // Without https, browsers do not allow copying: select the text instead, for Ctrl+C.
      getSelection().selectAllChildren(source);
      button.textContent = "Selected: copy it";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2500);
  }
})();
