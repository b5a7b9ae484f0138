document.querySelector("[data-print]")?.addEventListener("click", () => globalThis.print());
